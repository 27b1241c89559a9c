import { html, raw } from 'hono/html'
import { sectionsOf } from './headings.ts'

/** A part of a page; every value in it is escaped. */
export type Html = ReturnType<typeof html>

/** What is in the head of every page. */
const navigation = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'API'],
  ['/docs/messages', 'Messages'],
  ['/docs/errors', 'Errors'],
  ['/docs/contract', 'Contract'],
] as const

/** A part of the navigation: its address in `navigation`; undefined for pages that are in none. */
export type Section = (typeof navigation)[number][0]

/** A page of the documents as the gateway serves it. */
export type Page = {
  title: string
  section?: Section | undefined
  /** HTML of the page below its head. */
  content: Html
  /** Tags for the head: styles and scripts that only this page has. */
  head?: Html
  /** Of the API reference, whose viewer brings its own main element. */
  isViewer?: boolean
}

/** The whole HTML of a page. */
export const renderHtml = ({ title, section, content, head, isViewer }: Page): string =>
  `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · campstore</title>
<link rel="icon" href="/docs/assets/icon.svg">
${head ?? ''}<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="/">campstore</a>
<nav aria-label="Documents">${navigation.map(([path, name]) => link(path, name, path === section))}</nav>
<form id="docs-search" role="search" hidden></form>
</header>
${isViewer ? html`<div id="content">${content}</div>` : html`<main id="content">${withContents(content)}</main>`}
</body>
</html>
`}`

/** From so many headings on, a page has a table of contents. */
const leastHeadings = 3

/** The content of a page with a table of contents below its title. */
function withContents(content: Html): Html {
  const page = String(content)
  const headings = sectionsOf(page).filter(({ level, id }) => level === 2 && id !== '')
  if (headings.length < leastHeadings) return content
  const entries = headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  const contents = html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>
<ol>${entries}</ol></details></nav>`
  return raw(page.replace('</h1>', () => `</h1>\n${String(contents)}`))
}

/** A link of a navigation. */
export const link = (path: string, name: string, isCurrent: boolean): Html =>
  html`<a href="${path}"${isCurrent ? raw(' aria-current="page"') : ''}>${name}</a>`
