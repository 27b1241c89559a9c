import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type Document, document } from './documents.ts'
import { pageFiles, referencePath, unknownPageFile } from './page-files.ts'

/** The HTML pages of the documents, with their styles and scripts. */
export type Pages = {
  /** What a request gets: a page or a file of one, the page for unknown paths below `/docs`, or undefined elsewhere. */
  find(request: IncomingMessage): { document: Document; status: number } | undefined
}

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

const assets = {
  'docs.css': [css, new URL('../assets/docs.css', import.meta.url)],
  'icon.svg': ['image/svg+xml', new URL('../assets/icon.svg', import.meta.url)],
  'reference.css': [css, new URL('../assets/reference.css', import.meta.url)],
  'reference.js': [javascript, new URL('../assets/reference.js', import.meta.url)],
  'swagger-ui.css': [css, new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css'))],
  'swagger-ui-bundle.js': [javascript, new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'))],
} as const satisfies Record<string, readonly [contentType: string, file: URL]>

/**
 * Reads every page and file once, at the start. A request finds them by their exact path, so that no path leads elsewhere.
 *
 * @param identityEmulator `host:port` of the emulator where the API reference signs in
 * @throws {Error} when a file is missing
 */
export function readPages(identityEmulator: string | undefined): Pages {
  const documents = new Map([
    ...Object.entries(pageFiles).map(([path, file]) => [path, page(file)] as const),
    [referencePath, referencePage(identityEmulator)],
    ...Object.entries(assets).map(
      ([name, [contentType, file]]) => [`/docs/assets/${name}`, document(contentType, readFileSync(file))] as const,
    ),
  ])
  const unknown = page(unknownPageFile)
  return {
    find({ url = '', headers: { accept } }) {
      const path = url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? ''
      if (path === '/' && !accept?.includes('text/html')) return undefined
      const found = documents.get(path)
      if (found !== undefined) return { document: found, status: 200 }
      return path.startsWith('/docs/') ? { document: unknown, status: 404 } : undefined
    },
  }
}

/** Pages load styles and pictures from the gateway and nothing from elsewhere; only the reference has scripts. */
const policy = (further: readonly string[]): string[] => [
  'content-security-policy',
  [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; '),
]

/** @throws {Error} when the pages were not built */
function pageContent(file: string): string {
  try {
    return readFileSync(new URL(`../pages/${file}`, import.meta.url), 'utf8')
  } catch (cause) {
    throw new Error(`gateway/pages/${file} cannot be read. Build it by node tools/build-pages.ts`, { cause })
  }
}

// What the address `/` answers depends on what is asked for; the others only have a page.
const page = (file: string): Document =>
  document(html, Buffer.from(pageContent(file)), [...policy(["img-src 'self'"]), 'vary', 'accept'])

/** Its script calls the gateway and, where one is known, the identity emulator. */
function referencePage(identityEmulator: string | undefined): Document {
  const emulator = identityEmulator === undefined ? '' : `http://${identityEmulator}`
  const content = pageContent(pageFiles[referencePath] ?? '').replace('data-emulator=""', `data-emulator="${emulator}"`)
  // The viewer's own icons are data URLs.
  const sources = ["script-src 'self'", "img-src 'self' data:", `connect-src 'self' ${emulator}`.trim()]
  return document(html, Buffer.from(content), policy(sources))
}
