import { readFileSync } from 'node:fs'
import { anchorOf } from '../../tools/docs/site/anchors.ts'

/** A line of text and its number, from 1. */
type Line = { number: number; text: string }

/** The lines of a Markdown text that are prose: what stands in fenced code is not. */
function proseLines(markdown: string): Line[] {
  let fenced = false
  return markdown.split('\n').flatMap((text, index) => {
    const isFence = /^\s*```/.test(text)
    if (isFence) fenced = !fenced
    return fenced || isFence ? [] : [{ number: index + 1, text }]
  })
}

/** The anchors of all headings of a Markdown text; a repeated heading gets a number, as on GitHub. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = proseLines(markdown).flatMap(({ text }) => {
    const heading = /^#{1,6}\s+(.*)$/.exec(text)?.[1]
    if (heading === undefined) return []
    const anchor = anchorOf(heading)
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return [count === 0 ? anchor : `${anchor}-${count}`]
  })
  return new Set(anchors)
}

/** The relative links of a Markdown text. */
export function relativeLinks(markdown: string): { line: number; target: string }[] {
  return proseLines(markdown).flatMap(({ number, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ line: number, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  )
}

/** The anchors of a file. */
export const anchorsOfFile = (file: string): Set<string> => anchorsOf(readFileSync(file, 'utf8'))
