import { globSync, readFileSync } from 'node:fs'
import { type Generated, generated, root } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { addressOf, renderMarkdown } from './markdown.ts'
import { reference } from './reference.ts'

/** A page of the documents: its title, the elements of its body, and tags that only its head has; all of it HTML. */
export type Page = { title: string; body: string; head?: string }

/** The files of `gateway/pages`, one for each page. */
export function htmlPages(): Generated[] {
  const pages: [path: string, page: Page][] = [['/index', home], ['/docs', reference], ...documentPages()]
  return pages.map(([path, page]) => generated(`gateway/pages/${path.slice(1)}.html`, () => renderHtml(path, page)))
}

/** The pages of the guides and the contract, by their paths. */
const documentPages = (): [path: string, page: Page][] =>
  globSync('docs/{guides,contract}/*.md', { cwd: root }).map(file => {
    const { title, content } = renderMarkdown(renderPage(readFileSync(root + file, 'utf8')), file)
    return [addressOf('', file) ?? '', { title, body: `<main>\n${content}</main>` }]
  })

const navigation: Readonly<Record<string, string>> = {
  '/docs/guides': 'Guides',
  '/docs': 'API',
  '/docs/contract': 'Contract',
  '/staff': 'Console',
}

function renderHtml(current: string, { title, body, head = '' }: Page): string {
  const links = Object.entries(navigation).map(
    ([path, name]) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>\n`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · campstore</title>
<link rel="icon" href="/docs/assets/icon.svg">
<link rel="stylesheet" href="/docs/assets/tokens.css">
${head}<link rel="stylesheet" href="/docs/assets/docs.css">
</head>
<body>
<header>
<a class="brand" href="/">campstore</a>
<nav aria-label="Documents">
${links.join('')}</nav>
</header>
${body}
</body>
</html>
`
}

const home: Page = {
  title: 'Outdoor-gear store and campground bookings',
  body: `<main>
<h1>Outdoor gear and campgrounds</h1>
<p>campstore sells outdoor gear and books campgrounds. When we tell a customer that something is held until 14:15, it is held
until 14:15.</p>
<ul>
<li><a href="/staff">Console</a> for staff: bookings, orders, stock and customers</li>
<li><a href="/docs/guides">Guides</a> for developers: from the first call to payments, a page each</li>
<li><a href="/docs">API reference</a>: every endpoint, to read and to call</li>
<li><a href="/docs/contract">Contract</a>: all rules in full, with every message and error code</li>
<li><a href="/health">Status</a>: whether every service is available now</li>
</ul>
<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a>.</p>
</main>`,
}
