import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type ConsoleSignIn, signInOrigins } from './console-sign-in.ts'
import { contentTypeOf, type Document, document } from './documents.ts'
import { canonicalPath } from './path-safety.ts'
import type { RequestContext } from './request-context.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** The console of the back office, below `/staff` (docs/console.md). */
export type StaffConsole = {
  /** What a request's canonical path leads to: a file, the page for every address of the console, or undefined elsewhere. */
  find(request: Pick<RequestContext, 'path' | 'request'>): { document: Document; status: number } | undefined
}

const html = contentTypeOf('.html')
/** The name of a file contains its hash: another content has another name. */
const immutable = 'public, max-age=31536000, immutable'
const askAgain = 'no-cache'
/** How often the folder is looked at, in milliseconds. */
const lookMs = 1_000

/** Shown until the console is built. It reloads automatically. */
const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3"><title>campstore</title><link rel="stylesheet" href="/docs/assets/tokens.css"><link rel="stylesheet" href="/docs/assets/docs.css"></head>
<body><main id="content"><h1>One moment</h1><p>The console is being built. This page opens it once it is ready.</p></main></body></html>
`

type Files = ReadonlyMap<string, Document>

/**
 * Serves what tools/build-console.ts has built. It is read when it appears or is replaced: `npm start` builds it while the gateway
 * runs.
 *
 * @param folder where the built files are
 * @param clock milliseconds that never go back
 */
export function openConsole(folder: URL, signIn: ConsoleSignIn, clock = () => performance.now()): StaffConsole {
  const headers = contentSecurityPolicy({ images: 'https:', calls: signInOrigins(signIn) })
  const config = document(contentTypeOf('.json'), Buffer.from(JSON.stringify(signIn)), [], askAgain)
  const unbuilt = document(html, Buffer.from(notBuilt), [...headers, 'retry-after', '3'], 'no-store')
  let files: Files = new Map()
  let builtAt: number | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    if (clock() - lookedAt < lookMs) return
    lookedAt = clock()
    const changedAt = statSync(new URL('index.html', folder), { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === builtAt) return
    files = changedAt === undefined ? new Map() : readFiles(folder, headers)
    builtAt = changedAt
  }
  return {
    find({ path = '', request }) {
      const url = request.url ?? ''
      if (url === '/staff/') path = '/staff'
      if (path === '' && url.startsWith('/staff/')) return withoutSlash(url)
      if (path !== '/staff' && !path.startsWith('/staff/')) return undefined
      if (path === '/staff/config.json') return { document: config, status: 200 }
      look()
      const file = files.get(path)
      if (file !== undefined) return { document: file, status: 200 }
      if (path.startsWith('/staff/assets/')) return undefined
      const page = files.get('/staff')
      return page === undefined ? { document: unbuilt, status: 503 } : { document: page, status: 200 }
    },
  }
}

/** Leads from an address with a slash at its end to the one without. */
function withoutSlash(url: string): { document: Document; status: number } | undefined {
  const [path = '', query] = url.split(/\?(.*)/s)
  const target = path.replace(/\/+$/, '')
  if (target === path || canonicalPath(target) === undefined) return undefined
  const location = query === undefined ? target : `${target}?${query}`
  return { document: document(html, Buffer.from(''), ['location', location], 'no-store'), status: 308 }
}

function readFiles(folder: URL, headers: readonly string[]): Files {
  const assets = readdirSync(new URL('assets/', folder)).map(name => {
    const content = readFileSync(new URL(`assets/${name}`, folder))
    return [`/staff/assets/${name}`, document(contentTypeOf(name), content, [], immutable)] as const
  })
  const page = document(html, readFileSync(new URL('index.html', folder)), headers, askAgain)
  return new Map([['/staff', page], ...assets])
}
