import type { Page } from '@campstore/testing/browser'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** How a page is shown: the width of the window in CSS pixels, and the colours that its user prefers. */
export type Look = { width: number; colorScheme: 'light' | 'dark' }

/** A phone and a desktop computer, dark and light, by their names: no style depends on both the width and the colours. */
export const looks: [string, Look][] = [
  ['phone-dark', { width: 360, colorScheme: 'dark' }],
  ['desktop-light', { width: 1280, colorScheme: 'light' }],
]

const levelAa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe knows besides the rules of WCAG. */
export const bestPractices = { further: ['best-practice'] }

/** A selector of the only part that is looked at. */
type Part = { within?: string | undefined }

/** What axe finds on a page against WCAG 2.2 AA, contrast included, and against further rules. */
export const violations = (
  page: Page,
  { within, further = [] }: Part & { further?: string[] } = {},
): Promise<string[]> => found(page, [...levelAa, ...further], within)

/** What axe finds in the colours of a page: all that can differ where only they do. */
export const poorContrasts = (page: Page, { within }: Part = {}): Promise<string[]> =>
  found(page, { type: 'rule', values: ['color-contrast'] }, within)

async function found(page: Page, runOnly: RunOptions['runOnly'], within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  // Without details of passed checks: on a page with hundreds of elements they take most of the time.
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}
