export default async function stop() {
  const { cluster, template } = globalThis.footfallCitus ?? {};
  await cluster?.drop(template);
}
