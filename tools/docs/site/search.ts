import { tags } from '../openapi/tags.ts'
import { sectionsOf } from './headings.ts'
import type { Page } from './layout.ts'

/** What the search of the pages knows of a section of a page, or of an operation. */
type Entry = { path: string; page: string; title: string; text: string }

/** The sections of all pages, and the operations of the API, which the viewer of the reference shows. */
export function searchEntries(pages: Readonly<Record<string, Page>>): Entry[] {
  return [...Object.entries(pages).flatMap(([path, page]) => entriesOf(path, page)), ...operationEntries()]
}

const entriesOf = (path: string, { title: page, content }: Page): Entry[] =>
  sectionsOf(String(content)).flatMap(({ level, id, title, text }) => {
    if (level > 1 && id === '') return []
    return [{ path: level === 1 ? path : `${path}#${id}`, page, title, text }]
  })

const operationEntries = (): Entry[] =>
  tags.flatMap(({ name: tag, routes }) =>
    Object.values(routes).map(({ name, method, path, summary }) => ({
      path: `/docs#/${encodeURIComponent(tag)}/${name}`,
      page: 'API reference',
      title: `${method} ${path}`,
      text: `${summary}. ${name}`,
    })),
  )
