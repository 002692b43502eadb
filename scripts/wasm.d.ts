/**
 * The part of WebAssembly that scripts/schemaEngine.ts uses. Neither the es2023 library nor the types of
 * Node 20 declare it.
 */
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
