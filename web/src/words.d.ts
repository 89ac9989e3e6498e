declare module 'words:*' {
  const patterns: Record<string, string>;
  export default patterns;
}
