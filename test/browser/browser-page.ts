import { type BrowserContextOptions, openBrowser, type Page } from '@campstore/testing/browser'
import { useFixture } from '@campstore/testing/use-fixture'
import { longestWaitMs } from '@campstore/testing/waiting'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** How a page is shown: the width of the window in CSS pixels, and the colours that its user prefers. */
export type Look = { width: number; colorScheme: 'light' | 'dark' }

/** A phone and a desktop computer, dark and light, by their names: no style depends on both the width and the colours. */
export const looks: [string, Look][] = [
  ['phone-dark', { width: 360, colorScheme: 'dark' }],
  ['desktop-light', { width: 1280, colorScheme: 'light' }],
]

/** A browser for the tests of a file. Each page has its own context, and notes what its console and its scripts complain about. */
export const useBrowser = () =>
  useFixture(async () => {
    const browser = await openBrowser()
    const openPage = async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(longestWaitMs)
      const page = await context.newPage()
      return { page, problems: problemsOf(page) }
    }
    return { openPage, stop: () => browser.close() }
  })

/** Errors and warnings of a page's console, and errors of its scripts, from now on. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on('console', message => {
    // An address of the machine that comes or goes, like a Docker network's, ends every connection of Chromium; no flag prevents it.
    if (message.text().includes('net::ERR_NETWORK_CHANGED')) return
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  return problems
}

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

/** What is wrong in the colours that a page has, and poor contrasts in the other ones, which it keeps. */
export async function violationsInColours(page: Page, part: Part = {}): Promise<string[]> {
  const found = await violations(page, part)
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const other = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  return [...found, ...(await poorContrasts(page, part)).map(contrast => `${other}: ${contrast}`)]
}

async function found(page: Page, runOnly: RunOptions['runOnly'], within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  // Without details of passed checks: on a page with hundreds of elements they take most of the time.
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}
