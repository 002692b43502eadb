export default async function stop() {
  const { cluster, template } = globalThis.footfallCitus ?? {};
  // Some tests leave theirs to whoever stops the server: this one goes on.
  await cluster?.dropAll(template);
}
