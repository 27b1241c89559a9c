import { globSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { contentTypeOf, type Document, document } from './documents.ts'
import { currentlyMade, withFutureDates } from './example-dates.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** The HTML pages of the documents, with their styles and scripts. */
export type Pages = {
  /** The response to a request for a page or a file of one; undefined for other paths. */
  find(request: Pick<IncomingMessage, 'url' | 'headers'>): { document: Document; status: number } | undefined
}

/** Where tools/build-pages.ts puts the pages: `docs/guides.html` is served at `/docs/guides`. */
const pagesFolder = new URL('../pages/', import.meta.url)

const referencePath = '/docs'

/** The path of each built page, and the name of its file. */
export function builtPages(): [path: string, file: string][] {
  const names = globSync('**/*.html', { cwd: fileURLToPath(pagesFolder) })
  return names.map(name => [`/${name.slice(0, -'.html'.length)}`.replace(/\/index$/, '') || '/', name])
}

const assetsFolder = new URL('../assets/', import.meta.url)
const assets: Readonly<Record<string, URL>> = {
  ...Object.fromEntries(readdirSync(assetsFolder).map(name => [name, new URL(name, assetsFolder)])),
  'tokens.css': new URL('../../console/src/design/tokens.css', import.meta.url),
  'icon.svg': new URL('../../console/src/icon.svg', import.meta.url),
  'swagger-ui.css': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  'swagger-ui-bundle.js': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
}

/**
 * Reads every page and file once, at the start. Requests find them by exact path, so no path leads elsewhere. Throws when the
 * pages were not built.
 *
 * @param identityEmulator `host:port` of the emulator where the API reference signs in
 */
export function readPages(identityEmulator: string | undefined): Pages {
  const files = new Map<string, Document>(
    Object.entries(assets).map(([name, file]) => [
      `/docs/assets/${name}`,
      document(contentTypeOf(name), readFileSync(file)),
    ]),
  )
  const pages = new Map(
    builtPages().map(([path, file]) => {
      const content = readFileSync(new URL(file, pagesFolder), 'utf8')
      return [path, currentlyMade(now => pageOf(path, content, now, identityEmulator))]
    }),
  )
  return {
    find({ url = '', headers: { accept } }) {
      const path = url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? ''
      if (path === '/' && !accept?.includes('text/html')) return undefined
      const found = files.get(path) ?? pages.get(path)?.()
      return found && { document: found, status: 200 }
    },
  }
}

/** Pages with a signature of the dates that they show. */
const signed = ['/docs/guides/payments', '/docs/contract/messages']

function pageOf(path: string, content: string, now: number, identityEmulator: string | undefined): Document {
  if (path === referencePath) return referencePage(content, identityEmulator)
  const current = signed.includes(path) ? content : withFutureDates(content, now)
  // The response of `/` depends on the accepted type; the other addresses only have a page.
  return document(contentTypeOf('.html'), Buffer.from(current), [...contentSecurityPolicy(), 'vary', 'accept'])
}

/** Its script calls the gateway and, where one is known, the identity emulator. Its viewer's icons are data URLs. */
function referencePage(content: string, identityEmulator: string | undefined): Document {
  const emulator = identityEmulator === undefined ? '' : `http://${identityEmulator}`
  const policy = contentSecurityPolicy({ images: 'data:', calls: emulator === '' ? [] : [emulator] })
  const current = content.replace('data-emulator=""', `data-emulator="${emulator}"`)
  return document(contentTypeOf('.html'), Buffer.from(current), policy)
}
