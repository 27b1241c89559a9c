import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** The package `firebase` only names the packages that hold its parts; these are installed here without the others. */
const alias = {
  'firebase/app': '@firebase/app',
  'firebase/auth': '@firebase/auth',
  '@campstore/client': fileURLToPath(new URL('../../libs/client/src/client.ts', import.meta.url)),
}

/** A module for browsers with its imports, as one script. */
export async function bundled(code: string): Promise<string> {
  const entry = 'snippets.js'
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { alias },
    plugins: [{ name: 'entry', resolveId: id => (id === entry ? id : null), load: id => (id === entry ? code : null) }],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}
