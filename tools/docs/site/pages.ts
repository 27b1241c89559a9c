import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errorAdvice, errorDescriptions, errorStatus } from '@campstore/contract/errors'
import {
  contractPages,
  guides,
  pageFiles,
  referencePath,
  searchFile,
  unknownPageFile,
} from '@campstore/gateway/page-files'
import { html } from 'hono/html'
import { asyncApiDocument } from '../asyncapi/document.ts'
import { type Generated, generated } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { type Html, link, type Page, renderHtml, type Section } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { messagesPage } from './messages.ts'
import { reference } from './reference.ts'
import { searchEntries } from './search.ts'

const project = new URL('../../../', import.meta.url)

/** The HTML pages that the gateway serves, as they are and as they should be. */
export function htmlPages(): Generated[] {
  const pages: Record<string, Page> = {
    '/': home,
    [referencePath]: reference,
    '/docs/errors': { title: 'Errors', section: '/docs/errors', content: errorCatalogue },
    '/docs/messages': { title: 'Messages', section: '/docs/messages', content: messagesPage(asyncApiDocument()) },
    ...documentPages('guides', guides),
    ...documentPages('contract', contractPages),
  }
  return [
    ...Object.entries(pageFiles).map(([path, file]) => generatedPage(file, pages[path])),
    generatedPage(unknownPageFile, unknownPage),
    generated(pathOf(searchFile), JSON.stringify(searchEntries(pages))),
  ]
}

const pathOf = (name: string): string => fileURLToPath(new URL(`gateway/pages/${name}`, project))

/**
 * @throws {Error} when a path of the gateway has no page
 */
function generatedPage(name: string, page: Page | undefined): Generated {
  if (!page) throw new Error(`${name} has no page in tools/docs/site/pages.ts`)
  return generated(pathOf(name), renderHtml(page))
}

/** The pages of a folder of docs, its README first, with a navigation between them, which a phone shows on demand. */
function documentPages(folder: 'guides' | 'contract', names: readonly string[]): Record<string, Page> {
  const section: Section = `/docs/${folder}`
  const documents = ['README', ...names].map(name => {
    const file = `docs/${folder}/${name}.md`
    const path = name === 'README' ? section : `${section}/${name}`
    return { path, ...renderMarkdown(renderPage(readFileSync(new URL(file, project), 'utf8')), file) }
  })
  const asPage = ({ path, title, content }: (typeof documents)[number]): Page => {
    const links = documents.map(each => html`<li>${link(each.path, each.title, each.path === path)}</li>`)
    return {
      title,
      section,
      content: html`<nav class="pages" aria-label="${title}: pages"><details><summary>${documents[0]?.title}: all pages</summary>
<ul>${links}</ul></details></nav>\n${content}`,
    }
  }
  return Object.fromEntries(documents.map(document => [document.path, asPage(document)]))
}

const text = (markdown: string): Html => renderMarkdown(markdown, 'docs/contract/errors.md').content

const errorCatalogue = html`<h1>Errors</h1>
<p>Programs decide by <code>error.code</code>. What may be repeated is in
<a href="/docs/guides/errors-and-retries">Errors and retries</a>.</p>
${(Object.entries(errorStatus) as [ErrorCode, number][]).map(
  ([code, status]) => html`<section class="error">
<h2 id="${code}">${code} <span class="status">${status}</span></h2>
<dl><dt>When</dt><dd>${text(errorDescriptions[code])}</dd><dt>What to do</dt><dd>${text(errorAdvice[code])}</dd></dl>
</section>
`,
)}`

const home: Page = {
  title: 'Outdoor-gear store and campground bookings',
  content: html`<h1>campstore</h1>
<p>The API of a store that sells outdoor gear and campground bookings. When we tell a customer that something is held until 14:15,
it is held until 14:15.</p>
<ul class="links">
<li><a href="/docs/guides">Guides</a> From the first call to payments, a page each</li>
<li><a href="/docs">API reference</a> Every endpoint, to read and to call</li>
<li><a href="/docs/messages">Messages</a> What is published to RabbitMQ, and accepted from there</li>
<li><a href="/docs/errors">Errors</a> Every error code, and what to do</li>
<li><a href="/docs/contract">Contract</a> All rules in full</li>
</ul>
<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a>,
<a href="/health">health</a>.</p>`,
}

const unknownPage: Page = {
  title: 'There is no such page',
  content: html`<h1>There is no such page</h1>
<p>Look for it in the <a href="/docs/guides">guides</a>, the <a href="/docs">API reference</a> or the
<a href="/docs/contract">contract</a>.</p>`,
}
