/** The little of WebAssembly that src/db/migrations/engine.ts uses: neither the es2023 library nor Node 20's types have it. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, ModuleImports>);
    readonly exports: Record<string, unknown>;
  }
}
