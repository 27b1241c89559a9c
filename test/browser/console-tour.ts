import type { Permission } from '@campstore/contract/admin/permissions'
import { expect } from 'vitest'
import { z } from 'zod'
import type { PageId } from '../../console/src/texts/catalogue.ts'
import { english, pageList } from './console-sources.ts'
import type { StaffBrowser } from './staff-browser.ts'

const pageSchema = z.object({
  id: z.custom<PageId>(id => Object.hasOwn(english, String(id))),
  path: z.string(),
  permissions: z.array(z.custom<Permission>()),
  takesAny: z.boolean().default(false),
  detail: z.unknown().optional(),
})
const listSchema = z.object({ pageGroups: z.array(z.object({ pages: z.array(pageSchema) })) })
const { pageGroups } = listSchema.parse(pageList)
/** The pages of the console's own list, with their titles. */
export const pages = pageGroups
  .flatMap(group => group.pages)
  .map(({ detail, ...page }) => ({ ...page, title: english[page.id].page, hasRecords: detail !== undefined }))

/** Filters of lists whose first record can be acted on. */
const filters: Readonly<Record<string, string>> = {
  bookings: 'status=pending&paymentStatus=paid',
  orders: 'readyToShip=true',
}

/**
 * Opens today's page, and pages by the navigation: each one, its other tabs, and the first record of its list.
 *
 * @returns the name of each place, while it is shown
 */
export async function* tour(staff: StaffBrowser, shown: typeof pages) {
  const { page, settled, open } = staff
  await open()
  for (const { path, title, hasRecords } of shown) {
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await settled()
    yield title
    const tabs = await page.getByRole('tab').allInnerTexts()
    for (const name of tabs.slice(1)) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await settled()
      yield `${title}: ${name}`
    }
    if (!hasRecords) continue
    if (filters[path] !== undefined) await open(`${path}?${filters[path]}`)
    else if (tabs[0] !== undefined) await page.getByRole('tab', { name: tabs[0] }).click()
    await page.locator(`main a[href^="/staff/${path}/"]`).first().click()
    await page.waitForURL(`**/staff/${path}/*`)
    await page.locator('.page-header-back').waitFor() // the list stays until the record's page is rendered
    await settled()
    yield `${title}: a record`
  }
}

/** What a person can see and use at a place. */
export type Seen = { heading: string; text: string; controls: string[]; links: string[] }

const seen = `({
  heading: document.querySelector('h1').innerText,
  text: document.body.innerText,
  controls: [...document.querySelectorAll('main :is(button, input, select, textarea)')].map(
    control => (control.getAttribute('aria-label') ?? (control.labels?.[0] ?? control).innerText).trim().split('\\n')[0],
  ),
  links: [...document.querySelectorAll('main a[href^="/staff"]')].map(link => link.pathname.replace('/staff', '')),
})`

const longWord = 'Unbreakable'

/** What is shown now. The names of controls are without long words. */
export async function look({ page }: StaffBrowser): Promise<Seen> {
  const { controls, ...others } = await page.evaluate<Seen>(seen)
  return { ...others, controls: controls.map(name => name.replaceAll(longWord, '')) }
}

/** Chooses a language in the account's menu, which it closes again. */
export async function chooseLanguage({ page, settled }: StaffBrowser, name: string): Promise<void> {
  await page.locator('.shell-side .nav-account').click()
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name, pressed: true }).waitFor()
  await page.keyboard.press('Escape')
  await settled()
}

/**
 * A script for a page. It adds a long word to each text that people write, in every response. A value that looks like a code, such as
 * `trade_number_used` or `member`, stays as it is.
 */
export const lengthenWords = `{
  const written =
    /^(?:\\w*[nN]ame|brand|category|specification|sku|reason|description|title|type|region|label|email|recipientName|shippingAddress|url|code|carrier|trackingNumber|reference)$/
  const code = /^[a-z]+(?:[._-][a-z]+)*$/
  const lengthen = (key, value) =>
    typeof value === 'string' && written.test(key) && !code.test(value) ? value + '${longWord}'.repeat(14) : value
  const { fetch } = window
  window.fetch = async (request, ...options) => {
    const response = await fetch(request, ...options)
    const isRead = request.method === 'GET' && !/\\/me$/.test(request.url)
    if (!isRead || !response.headers.get('content-type')?.includes('json')) return response
    return new Response(JSON.stringify(JSON.parse(await response.text(), lengthen)), response)
  }
}`

/** Cells that are cut off end with an ellipsis; others show all of their text. */
const cellsThatOverlap = `[...document.querySelectorAll('.data-table :is(td, th)')].filter(
  cell => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).textOverflow !== 'ellipsis',
).length`

/** By how much a place is wider than its usual screen, a laptop or a small phone, and how many of its cells show less than their text. */
export async function findOverflows({ page, settled }: StaffBrowser): Promise<string[]> {
  const found: string[] = []
  const usual = page.viewportSize() ?? expect.fail('no size')
  // No style changes between 320 and 480 pixels.
  for (const width of [usual.width, 1280, 320]) {
    await page.setViewportSize({ ...usual, width })
    await settled()
    const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    const cells = Number(await page.evaluate(cellsThatOverlap))
    if (over > 0 || cells > 0) found.push(`at ${width} px: ${over} px too wide, ${cells} cells overflow`)
  }
  await page.setViewportSize(usual)
  await settled()
  return found
}
