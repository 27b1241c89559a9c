import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { jsonContentType } from '@campstore/http/refusals'
import { type Document, document } from './documents.ts'
import { currentlyMade, withFutureDates } from './example-dates.ts'
import { pageFiles, referencePath, searchFile, searchPath, unknownPageFile } from './page-files.ts'

/** The HTML pages of the documents, with their styles and scripts. */
export type Pages = {
  /** The response to a request: a page or a file of one, the page for unknown paths below `/docs`, or undefined elsewhere. */
  find(request: IncomingMessage): { document: Document; status: number } | undefined
}

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

const assets = {
  'docs.css': [css, new URL('../assets/docs.css', import.meta.url)],
  'docs.js': [javascript, new URL('../assets/docs.js', import.meta.url)],
  'search.js': [javascript, new URL('../assets/search.js', import.meta.url)],
  'samples.js': [javascript, new URL('../assets/samples.js', import.meta.url)],
  'minisearch.js': [javascript, new URL(import.meta.resolve('minisearch'))],
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
  const files = new Map<string, Document>(
    Object.entries(assets).map(
      ([name, [contentType, file]]) => [`/docs/assets/${name}`, document(contentType, readFileSync(file))] as const,
    ),
  )
  files.set(searchPath, document(jsonContentType, Buffer.from(pageContent(searchFile))))
  const contents = Object.entries(pageFiles).map(([path, file]) => [path, pageContent(file)] as const)
  const pages = currentlyMade(now => {
    const made = contents.map(
      ([path, content]) => [path, page(signed.includes(path) ? content : withFutureDates(content, now))] as const,
    )
    return new Map([...made, [referencePath, referencePage(identityEmulator)]])
  })
  const unknown = page(pageContent(unknownPageFile))
  return {
    find({ url = '', headers: { accept } }) {
      const path = url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? ''
      if (path === '/' && !accept?.includes('text/html')) return undefined
      const found = files.get(path) ?? pages().get(path)
      if (found !== undefined) return { document: found, status: 200 }
      return path.startsWith('/docs/') ? { document: unknown, status: 404 } : undefined
    },
  }
}

/** Pages with a signature of the dates that they show. */
const signed = ['/docs/guides/payments', '/docs/messages', '/docs/contract/messages']

/** Pages load styles, scripts and pictures from the gateway and nothing from elsewhere. */
const policy = (images: string, calls = "'self'"): string[] => [
  'content-security-policy',
  [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    `img-src ${images}`,
    `connect-src ${calls}`,
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

// The response of `/` depends on the accepted type; the other addresses only have a page.
const page = (content: string): Document =>
  document(html, Buffer.from(content), [...policy("'self'"), 'vary', 'accept'])

/** Its script calls the gateway and, where one is known, the identity emulator. */
function referencePage(identityEmulator: string | undefined): Document {
  const emulator = identityEmulator === undefined ? '' : `http://${identityEmulator}`
  const content = pageContent(pageFiles[referencePath] ?? '').replace('data-emulator=""', `data-emulator="${emulator}"`)
  // The viewer's own icons are data URLs.
  return document(html, Buffer.from(content), policy("'self' data:", `'self' ${emulator}`.trim()))
}
