declare module 'words:languages' {
  export const names: Record<string, string>;
  export const load: Record<string, () => Promise<{ default: Record<string, string> }>>;
}

declare module 'words:*' {
  const patterns: Record<string, string>;
  export default patterns;
}
