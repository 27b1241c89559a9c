import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Packages that stay in node_modules: patched in place, loaded on demand by few processes, of machine code, or not installed. */
const external = /^(?:amqplib|firebase-admin|@mikro-orm\/\w+|kysely|pg-native|sharp)(?:\/|$)/

/**
 * Bundles the gateway and each service: `<folder>/booking/main.mjs` does what `services/booking/src/main.ts` does, and starts in
 * about two thirds of the processor time, because it loads a few files instead of five hundred.
 *
 * @param folder a folder of this project, so that the packages outside of the bundles are found
 */
export async function bundleProcesses(folder: string): Promise<void> {
  for (const source of ['gateway', ...globSync('services/*', { cwd: project })]) {
    const dir = resolve(folder, source.replace('services/', ''))
    const bundle = await rolldown({
      input: join(project, source, 'src/main.ts'),
      platform: 'node',
      external,
      // It takes decodeURIComponent for pure, and would remove a call that is only made for its error, as minifying would.
      treeshake: false,
      checks: { eval: false }, // a package of Koa's evaluates a constant
      plugins: [{ name: 'addresses of modules', transform: keepAddresses(dir) }],
    })
    await bundle.write({ dir, entryFileNames: 'main.mjs', cleanDir: true, minify: false })
    await bundle.close()
  }
}

/** Modules read files next to them, so each keeps its own address. */
const keepAddresses = (dir: string) => ({
  filter: { code: 'import.meta.url', id: { exclude: /node_modules/ } },
  handler: (code: string, id: string) =>
    code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(dir, id))}, import.meta.url).href`),
})

if (import.meta.main) await bundleProcesses(join(project, 'dist'))
