import { html, raw } from 'hono/html'
import type { PageSection } from './markdown.ts'

/** A part of a page; every value in it is escaped. */
export type Html = ReturnType<typeof html>

/** A page of the documents as the gateway serves it. */
export type Page = {
  title: string
  /** HTML of the page below its head. */
  content: Html
  /** Its headings; a page with several has a table of contents. */
  sections?: readonly PageSection[]
  /** Tags for the head: styles and scripts that only this page has. */
  head?: Html
  /** Of the API reference, whose viewer brings its own main element and needs the whole width. */
  isViewer?: boolean
}

/** A link of the navigation between the pages. */
export type PageLink = { path: string; title: string }

const topLevel: readonly PageLink[] = [
  { path: '/docs/guides', title: 'Guides' },
  { path: '/docs', title: 'API' },
  { path: '/docs/contract', title: 'Contract' },
  { path: '/staff', title: 'Console' },
]

// The tent of the console's brand mark, which is an icon of Lucide.
const brand = html`<a class="brand" href="/"><span class="mark"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<circle cx="4" cy="4" r="2"/><path d="m14 5 3-3 3 3M14 10l3-3 3 3M17 14V2M17 14H7l-5 8h20ZM8 14v8M9 14l5 8"/></svg></span>campstore</a>`

/**
 * The whole HTML of a page.
 *
 * @param path where it is served
 * @param groups the navigation between the pages, by the title of each group
 */
export function renderHtml(path: string, page: Page, groups: readonly (readonly PageLink[])[]): string {
  const { title, content, head = '', isViewer = false } = page
  const side = isViewer ? '' : html`${navigation(path, groups)}${contentsOf(page)}`
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · campstore</title>
<link rel="icon" href="/docs/assets/icon.svg">
<link rel="stylesheet" href="/docs/assets/tokens.css">
${head}<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${brand}
<nav aria-label="Documents">${topLevel.map(link => linkTo(link, path))}</nav>
<form id="docs-search" role="search" hidden></form>
</header>
${isViewer ? html`<div id="content" class="wide">${content}</div>` : html`<div class="columns">${side}<main id="content">${content}</main></div>`}
</body>
</html>
`}`
}

const linkTo = ({ path, title }: PageLink, current: string): Html =>
  html`<a href="${path}"${path === current ? raw(' aria-current="page"') : ''}>${title}</a>`

/** A wide window has room for the navigation; on a narrow one a button shows it. */
const navigation = (current: string, groups: readonly (readonly PageLink[])[]): Html =>
  html`<button type="button" popovertarget="pages">All pages</button>
<nav id="pages" class="side" popover aria-label="All pages">${groups.map(links => html`<ul>${links.map(link => html`<li>${linkTo(link, current)}</li>`)}</ul>`)}</nav>
`

/** From so many headings on, a page has a table of contents. */
const leastHeadings = 3

function contentsOf({ sections = [] }: Page): Html | '' {
  const headings = sections.filter(({ level }) => level === 2)
  if (headings.length < leastHeadings) return ''
  return html`<button type="button" popovertarget="contents">On this page</button>
<nav id="contents" class="side" popover aria-label="On this page"><ul>${headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
`
}
