import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html } from 'hono/html'
import { type Generated, generated } from '../generated.ts'
import { tags } from '../openapi/tags.ts'
import { renderPage } from '../pages.ts'
import { type Page, type PageLink, renderHtml } from './layout.ts'
import { addressOf, renderMarkdown } from './markdown.ts'
import { reference } from './reference.ts'

const project = fileURLToPath(new URL('../../../', import.meta.url))

/** The files of `gateway/pages`: an HTML file for each page, and the search index. */
export function htmlPages(): Generated[] {
  const folders = ['guides', 'contract'].map(documentPages)
  const links = folders.map(pages => [...pages].map(([path, { title }]): PageLink => ({ path, title })))
  const pages = new Map<string, Page>([['/index', home], ['/docs', reference], ...folders.flatMap(each => [...each])])
  const shown = [...pages, ['/unknown', unknownPage] as const, ...movedPages(pages)]
  const fileOf = (name: string, content: string) => generated(`${project}gateway/pages/${name}`, content)
  return [
    ...shown.map(([path, page]) => fileOf(`${path.slice(1)}.html`, renderHtml(path, page, links))),
    fileOf('search.json', JSON.stringify([...[...pages].flatMap(searchEntries), ...operationEntries()])),
  ]
}

/** The pages of a folder of docs by their paths: its README, and the others in the order in which the README names them. */
function documentPages(folder: string): Map<string, Page> {
  const files = globSync(`docs/${folder}/*.md`, { cwd: project }).sort()
  const readme = readFileSync(`${project}docs/${folder}/README.md`, 'utf8')
  const place = (file: string) => readme.indexOf(`](${file.split('/').at(-1)}`)
  const sorted = files.sort((one, other) => place(one) - place(other))
  return new Map(
    sorted.map(file => {
      const rendered = renderMarkdown(renderPage(readFileSync(project + file, 'utf8')), file)
      return [addressOf('', file) ?? '', rendered]
    }),
  )
}

/** Pages at the addresses that they had before. */
const movedPages = (pages: ReadonlyMap<string, Page>): [string, Page][] =>
  ['errors', 'messages', 'guides/limits'].flatMap(path => {
    const page = pages.get(`/docs/contract/${path.replace('guides/', '')}`)
    return page ? [[`/docs/${path}`, page]] : []
  })

/** What the search of the pages knows of a section of a page, or of an operation. */
type SearchEntry = { path: string; page: string; title: string; text: string }

const searchEntries = ([path, { title: page, sections = [] }]: [string, Page]): SearchEntry[] =>
  sections.map(({ level, id, title, text }) => ({ path: level === 1 ? path : `${path}#${id}`, page, title, text }))

/** The operations of the API, which the viewer of the reference shows. */
const operationEntries = (): SearchEntry[] =>
  tags.flatMap(({ name: tag, routes }) =>
    Object.values(routes).map(({ name, method, path, summary }) => ({
      path: `/docs#/${encodeURIComponent(tag)}/${name}`,
      page: 'API reference',
      title: `${method} ${path}`,
      text: `${summary}. ${name}`,
    })),
  )

const home: Page = {
  title: 'Outdoor-gear store and campground bookings',
  content: html`<h1>Outdoor gear and campgrounds</h1>
<p>campstore sells outdoor gear and books campgrounds. When we tell a customer that something is held until 14:15, it is held
until 14:15.</p>
<ul class="cards">
<li><a href="/staff">Console</a> For staff: bookings, orders, stock and customers</li>
<li><a href="/docs/guides">Guides</a> For developers: from the first call to payments, a page each</li>
<li><a href="/docs">API reference</a> Every endpoint, to read and to call</li>
<li><a href="/docs/contract">Contract</a> All rules in full, with every message and error code</li>
<li><a href="/health">Status</a> Whether every service is available now</li>
</ul>
<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a>.</p>`,
}

const unknownPage: Page = {
  title: 'There is no such page',
  content: html`<h1>There is no such page</h1>
<p>Look for it in the <a href="/docs/guides">guides</a>, the <a href="/docs">API reference</a> or the
<a href="/docs/contract">contract</a>.</p>`,
}
