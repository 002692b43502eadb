export default async function stop() {
  const { cluster, template } = globalThis.footfallCitus ?? {};
  // Some tests rely on the server being stopped and leave their databases behind; the cluster keeps running.
  await cluster?.dropAll(template);
}
