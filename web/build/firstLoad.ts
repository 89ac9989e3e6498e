interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** The files of the first load: `shared` is what the first screen imports at once, `keeping` what comes right after. */
export const firstLoad = () => [
  group('shared', '../src/main.tsx', 2),
  group('keeping', '../src/screens/Keeping.tsx', 1),
];

function group(name: string, from: string, priority: number) {
  const reached = new Set<string>();
  function reach(id: string, modules: Modules): void {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reach(imported, modules);
  }
  const first = new URL(from, import.meta.url).pathname;
  return {
    debugName: name,
    priority,
    name: (id: string, modules: Modules) => {
      if (reached.size === 0) reach(first, modules);
      return reached.has(id) ? name : null;
    },
  };
}
