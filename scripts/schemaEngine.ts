import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

const require = createRequire(import.meta.url);

let loading: Promise<void> | undefined;

/**
 * Instantiates the engine. The package's own entry point imports the `.wasm` file as a module, which Node
 * cannot do. Called once per process: the bindings keep views of the memory of one instance.
 */
async function loadEngine(): Promise<void> {
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const module = new WebAssembly.Module(await readFile(path.join(folder, 'schema_engine_bg.wasm')));
  const instance = new WebAssembly.Instance(module, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  const { __wbg_set_wasm: setWasm } = bindings as unknown as { __wbg_set_wasm(exports: unknown): void };
  setWasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

/**
 * Runs `use` with the WebAssembly version of Prisma's schema engine, on the given adapter.
 * @param models the Prisma schema.
 */
export async function withSchemaEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: bindings.SchemaEngine) => Promise<T>,
  models: { path: string; content: string },
): Promise<T> {
  loading ??= loadEngine();
  await loading;
  const { factory, close } = closable(adapter);
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: [[models.path, models.content]] },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    return await use(engine);
  } finally {
    await close();
  }
}

/**
 * Makes the connections of the engine closable, because it never closes them.
 */
function closable(adapter: SqlMigrationAwareDriverAdapterFactory) {
  const opened: { dispose(): Promise<void> }[] = [];
  const remember = async <C extends { dispose(): Promise<void> }>(connecting: Promise<C>) => {
    const connection = await connecting;
    opened.push(connection);
    return connection;
  };
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: () => remember(adapter.connect()),
    connectToShadowDb: () => remember(adapter.connectToShadowDb()),
  };
  return { factory, close: () => Promise.all(opened.map((connection) => connection.dispose())) };
}
