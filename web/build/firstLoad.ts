interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** Return the name of the file that a module goes into: `shared` for all that `main` imports at once. */
export function firstLoad(): (id: string, modules: Modules) => string | null {
  const reached = new Set<string>();
  function reach(id: string, modules: Modules): void {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reach(imported, modules);
  }
  const main = new URL('../src/main.tsx', import.meta.url).pathname;
  return (id, modules) => {
    if (reached.size === 0) reach(main, modules);
    return reached.has(id) ? 'shared' : null;
  };
}
