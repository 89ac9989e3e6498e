type Pattern = string | import('@formatjs/icu-messageformat-parser').MessageFormatElement[];

declare module 'words:languages' {
  export const names: Record<string, string>;
  export const load: Record<string, () => Promise<{ default: Record<string, Pattern> }>>;
}

declare module 'words:*' {
  const patterns: Record<string, Pattern>;
  export default patterns;
}
