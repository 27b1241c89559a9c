/** A heading of a page, with the text below it up to the next one. */
export type PageSection = { level: number; id: string; title: string; text: string }

/** The sections of a page by its headings with an anchor, in their order. */
export function sectionsOf(content: string): PageSection[] {
  const parts = content.split(/(?=<h[1-6][ >])/)
  return parts.flatMap(part => {
    const [heading, level, attributes = '', title = ''] = /^<h([1-6])([^>]*)>(.*?)<\/h\1>/s.exec(part) ?? []
    if (heading === undefined) return []
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1] ?? ''
    return [{ level: Number(level), id, title: textOf(title), text: textOf(part.slice(heading.length)) }]
  })
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of a part of a page. */
const textOf = (part: string): string =>
  part
    .replace(/<wbr>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|\w+);/g, (entity, name: string) => characters[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
