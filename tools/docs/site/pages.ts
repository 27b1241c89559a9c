import { globSync, readFileSync } from 'node:fs'
import { demoAccounts, demoPassword } from '@campstore/local-servers/identity'
import { type Generated, generated, root } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { addressOf, renderMarkdown } from './markdown.ts'

/** A page of the documents: its title, the elements of its body, and tags that only its head has; all of it HTML. */
type Page = { title: string; body: string; head?: string }

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

// The gateway serves the viewer from the package swagger-ui-dist.
const referenceHead = `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" type="module"></script>
`

// The gateway sets `data-emulator` where it knows an identity emulator; without one, only a token can be pasted.
// The viewer brings the main element of the page.
const referenceBody = `<div class="wide">
<h1>API reference</h1>
<p>Every endpoint, to read and to call. Their common rules are in
<a href="/docs/contract/conventions">Conventions</a>; for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<section class="sign-in" aria-label="Sign in" data-emulator="">
<form id="account" hidden>
<label>Account <input name="email" type="email" list="accounts" value="${demoAccounts[0].email}" autocomplete="off" required></label>
<datalist id="accounts">${demoAccounts.map(({ email }) => `<option value="${email}"></option>`).join('')}</datalist>
<label>Password <input name="password" type="password" value="${demoPassword}" autocomplete="off" required></label>
<button>Sign in</button>
</form>
<form id="token">
<label>ID token <input name="token" type="password" autocomplete="off" required></label>
<button>Use token</button>
</form>
<p id="signed-in" role="status">Not signed in.</p>
<noscript><p>Sign-in and calls need JavaScript.</p></noscript>
</section>
<h2>Endpoints</h2>
<div id="reference"></div>
</div>`

/** The API reference: Swagger UI, and a sign-in that gives it a token. */
const reference: Page = { title: 'API reference', head: referenceHead, body: referenceBody }
