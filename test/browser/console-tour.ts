import type { Permission } from '@campstore/contract/admin/permissions'
import { z } from 'zod'
import type { PageId } from '../../console/src/texts/catalogue.ts'
import { texts as english } from '../../console/src/texts/en.ts'
import type { StaffBrowser } from './staff-browser.ts'

const pageSchema = z.object({
  id: z.custom<PageId>(id => Object.hasOwn(english, String(id))),
  path: z.string(),
  permissions: z.array(z.custom<Permission>()),
  takesAny: z.boolean().default(false),
  detail: z.unknown().optional(),
})
const listSchema = z.object({ pageGroups: z.array(z.object({ pages: z.array(pageSchema) })) })
// By its address: the types of its imports need the DOM, which tests do not have.
const list = listSchema.parse(await import(new URL('../../console/src/app/pages.ts', import.meta.url).href))
/** The pages of the console's own list, with their titles. */
export const pages = list.pageGroups
  .flatMap(group => group.pages)
  .map(({ detail, ...page }) => ({ ...page, title: english[page.id].page, hasRecords: detail !== undefined }))

/** A page of the console's own list, as `console/src/app/pages.ts` has it. */
export type ConsolePage = { path: string; title: string; hasRecords: boolean }

/** Filters of lists whose first record can be acted on. */
const filters: Readonly<Record<string, string>> = {
  bookings: 'status=pending&paymentStatus=paid',
  orders: 'readyToShip=true',
}

/** What only the page of a record has: the link to its list. */
const wayBack = '.page-header-back'

/**
 * Opens today's page, and pages by the navigation: each one, its other tabs, and the first record of its list.
 *
 * @returns the name of each place, while it is shown
 */
export async function* tour(staff: StaffBrowser, pages: readonly ConsolePage[]) {
  const { page, settled, open } = staff
  await open()
  for (const { path, title, hasRecords } of pages) {
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
    await page.locator(wayBack).waitFor() // the list stays until the record's page is rendered
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

/** What is shown now. */
export const look = ({ page }: StaffBrowser): Promise<Seen> => page.evaluate<Seen>(seen)

/** Chooses a language in the account's menu, which it closes again. */
export async function chooseLanguage({ page, settled }: StaffBrowser, name: string): Promise<void> {
  await page.locator('.shell-side .nav-account').click()
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name, pressed: true }).waitFor()
  await page.keyboard.press('Escape')
  await settled()
}
