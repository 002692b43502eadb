/**
 * The products and formats from which statistics are imported. Their readers are loaded on demand, because
 * they take memory.
 */
export async function importSources(): Promise<{ name: string; label: string }[]> {
  const { SOURCES } = await import('../sources/index.ts');
  return SOURCES.map(({ name, label }) => ({ name, label }));
}
