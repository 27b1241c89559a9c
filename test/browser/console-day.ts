import { readFile } from 'node:fs/promises'
import { until } from '@campstore/testing/waiting'
import type { StaffBrowser } from './staff-browser.ts'

/** The tasks of a day as staff do them: by mouse and keyboard, and by the texts on the screen. */

const idOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '')

async function go({ page, settled }: StaffBrowser, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settled()
}

/** Reads who arrives today. @returns the names */
export async function readArrivals(staff: StaffBrowser): Promise<string[]> {
  const { page } = staff
  await page.getByRole('link', { name: /Arriving/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Arrivals & departures' }).waitFor()
  await staff.settled()
  return namesOfArrivals(staff)
}

/** Searches the arrivals and departures. */
export const searchStays = ({ page }: StaffBrowser, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Name, e-mail, phone, campground or ID' }).fill(text)

/** The names in the table of arrivals, without the notes below them. */
export async function namesOfArrivals({ page }: StaffBrowser): Promise<string[]> {
  const rows = page.getByRole('table', { name: /^Arriving/ }).getByRole('rowheader')
  return (await rows.allInnerTexts()).map(text => text.split('\n')[0] ?? '')
}

/** Opens the first paid booking from the tile of today's page and confirms it by keyboard. @returns its id */
export async function confirmBooking(staff: StaffBrowser): Promise<string> {
  const { page } = staff
  await go(staff, 'Today')
  await page.getByRole('link', { name: /To confirm/ }).press('Enter')
  await page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader').getByRole('link').first().press('Enter')
  // The list has a button of that name too.
  await page.locator('.page-header-back').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText('1 booking confirmed').waitFor()
  await staff.settled()
  return idOf(page.url())
}

/** Packs the order that waits longest and ships it with a tracking number. @returns its id */
export async function shipOrder(staff: StaffBrowser, trackingNumber: string): Promise<string> {
  const { page } = staff
  await go(staff, 'Packing')
  const order = page
    .getByRole('region', { name: /^Ready to ship/ })
    .getByRole('article')
    .first()
  const id = idOf((await order.getByRole('link').first().getAttribute('href')) ?? '')
  await order.getByRole('button', { name: 'Ship' }).click()
  await page.getByLabel('Carrier').pressSequentially('Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type(trackingNumber)
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 1' }).click()
  await page.getByText(`Order ${id} shipped`).waitFor()
  return id
}

/** Opens the form of what came back of an order, with all of it. */
export async function openReturn({ page, open, settled }: StaffBrowser, orderId: string): Promise<void> {
  await open(`orders/${orderId}`)
  await page.locator('.page-header').getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await settled()
}

/** Records that all of an order came back, written off. */
export async function returnOrder(staff: StaffBrowser, orderId: string, reason: string): Promise<void> {
  const { page } = staff
  await openReturn(staff, orderId)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  for (const destination of await dialog.getByRole('combobox', { name: /^To/ }).all())
    await destination.selectOption({ label: 'Written off' })
  await dialog.getByRole('button', { name: 'Record return' }).click()
  await page.getByText('Return recorded').waitFor()
}

/** Undoes the only return of the order that the page shows. */
export async function undoReturn({ page }: StaffBrowser, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Undo return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Undo return' }).click()
  await page.getByText('Return undone', { exact: true }).first().waitFor()
}

/** The refund that the open form tells. */
async function readRefund({ page, settled }: StaffBrowser): Promise<number> {
  await settled()
  const [, amount = ''] = /Refund\s+NT\$([\d,.]+)/.exec(await page.locator('.dialog-quote .sums').innerText()) ?? []
  return Number(amount.replaceAll(',', ''))
}

/** Sends the open form by a double click. @returns the amount that it showed before, which the page then owes */
async function sendTwice(staff: StaffBrowser): Promise<number> {
  const amount = await readRefund(staff)
  await staff.page.locator('.dialog-actions > :last-child').evaluate((button: { click(): void }) => {
    button.click()
    button.click()
  })
  return amount
}

/** Records that one piece of the first item came back. @returns the refund that the form told before */
export async function returnPiece(staff: StaffBrowser, orderId: string, reason: string): Promise<number> {
  const { page } = staff
  await openReturn(staff, orderId)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  // The form shows an earlier quote until the quote of one piece has come.
  const quoted = page.waitForResponse(answer => {
    const { items = [] } = answer.url().endsWith('/quotes') ? answer.request().postDataJSON() : {}
    return items.length === 1 && items[0].quantity === 1
  })
  for (const [index, pieces] of (await dialog.getByLabel(/^Pieces/).all()).entries())
    await pieces.fill(index === 0 ? '1' : '0')
  const { refundAmount } = (await (await quoted).json()).data
  await until(async () => (await readRefund(staff)) === Number(refundAmount))
  const amount = await sendTwice(staff)
  await page.getByText('Return recorded').waitFor()
  return amount
}

/** Moves the check-out of a paid stay, at the current price. @returns the refund that the form told before */
export async function changeCheckOut(staff: StaffBrowser, id: string, checkOut: string): Promise<number> {
  const { page, open } = staff
  await open(`bookings/${id}`)
  await page.getByRole('button', { name: 'Change stay' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('One night less')
  await dialog.getByLabel('Check-out').fill(checkOut)
  await dialog.getByLabel('Price').selectOption('new')
  await dialog.locator('.dialog-quote').getByText('Refund').waitFor()
  const amount = await sendTwice(staff)
  await page.getByText('Stay changed', { exact: true }).first().waitFor()
  await staff.settled()
  return amount
}

/** The forms of the stock page, by their buttons. */
const stockForms = {
  Receive: { about: 'Delivery number', pieces: 'Pieces', send: 'Book in', told: '1 line booked in' },
  Count: { about: 'Reason', pieces: 'Counted', send: 'Book count', told: '1 difference booked' },
}
type StockLine = { location: string; about: string; sku: string; pieces: number }

/** Books a delivery or the result of a count, the variant as a scanner writes it. */
export async function bookStock(staff: StaffBrowser, name: keyof typeof stockForms, line: StockLine): Promise<void> {
  const { page, settled } = staff
  const form = stockForms[name]
  await go(staff, 'Stock')
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(form.about).fill(line.about)
  await dialog.getByLabel('Location').selectOption({ label: line.location })
  await dialog.getByLabel('Add a variant').fill(line.sku)
  await dialog.getByRole('button', { name: line.sku }).waitFor()
  await settled()
  await dialog.getByLabel('Add a variant').press('Enter')
  await dialog.getByLabel(`${form.pieces}: ${line.sku}`).fill(String(line.pieces))
  await dialog.getByRole('button', { name: form.send }).click()
  await page.getByText(form.told).waitFor()
}

/** Decides that a payment with a used trade number is another one. */
export async function decidePayment(staff: StaffBrowser, note: string): Promise<void> {
  const { page, settled } = staff
  await go(staff, 'Today')
  await page.getByRole('link', { name: /To decide/ }).click()
  await page.getByRole('button', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Another payment').check()
  await dialog.getByLabel('Note').fill(note)
  await settled()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Decision recorded').waitFor()
  await page.getByText('Nothing to decide').waitFor()
}

/** Writes down the oldest refunds that are due as made, each in the form that the one before leads to. @returns the copied trade numbers */
export async function recordRefunds(staff: StaffBrowser, references: readonly string[]): Promise<string[]> {
  const { page, settled } = staff
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Refunds due' }).click()
  await page.getByRole('button', { name: 'Mark refunded', exact: true }).first().click()
  const copied: string[] = []
  for (const [index, reference] of references.entries()) {
    const number = page.getByLabel('Refund number', { exact: true })
    await number.and(page.locator(':focus')).waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy: Payment' }).click()
    await page.waitForFunction('navigator.clipboard.readText()')
    copied.push(await page.evaluate<string>('navigator.clipboard.readText()'))
    await number.fill(reference)
    const isLast = index === references.length - 1
    await page
      .getByRole('dialog')
      .getByRole('button', { name: isLast ? 'Mark refunded' : 'Save and next' })
      .click()
    await page.getByText('Refund recorded').first().waitFor()
    await settled()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return copied
}

/** Corrects the number of a refund that was written down. */
export async function correctRefund({ page, open, settled }: StaffBrowser, from: string, to: string): Promise<void> {
  await open('money?tab=done')
  const row = page.getByRole('row').filter({ hasText: from })
  await row.getByRole('button', { name: 'Correct' }).click()
  await page.getByLabel('Refund number', { exact: true }).fill(to)
  await settled()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Refund corrected').waitFor()
}

/** Gives back a part of what was paid for a booking, after cents were refused. */
export async function refundPart({ page, open, settled }: StaffBrowser, id: string, amount: string): Promise<void> {
  await open(`bookings/${id}`)
  await page.getByRole('button', { name: 'Partial refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Refund amount').fill(`${amount}.50`)
  await dialog.getByLabel('Reason').fill('No hot water')
  await settled()
  await dialog.getByRole('button', { name: 'Partial refund' }).click()
  await dialog.getByText('In whole TWD, as the payment, or all that is left.').waitFor()
  await dialog.getByLabel('Refund amount').fill(amount)
  await dialog.getByRole('button', { name: 'Partial refund' }).click()
  await page.getByText('The refund is due', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'History' }).getByText('Refund due', { exact: true }).waitFor()
}

/** Withdraws the refund of an amount at its booking. */
export async function withdrawRefund({ page, open, settled }: StaffBrowser, id: string, amount: string): Promise<void> {
  await open(`bookings/${id}`)
  const button = page.getByRole('button', { name: 'Withdraw' })
  await page.locator('span').filter({ hasText: amount, has: button }).last().locator(button).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A zero too many')
  await settled()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'History' }).getByText('A zero too many').waitFor()
}

/** Writes down that one transaction made all refunds of a booking that are due; of several payments it cannot. */
export async function recordTogether({ page, open, settled }: StaffBrowser, id: string, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const select = async (list: string) => {
    await open(list)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: /^Mark \d+ refunded together$/ }).click()
    await dialog.waitFor()
    await settled()
  }
  await select('money')
  await dialog.getByText('These refunds are of several payments.').waitFor()
  await page.keyboard.press('Escape')
  await select(`money?q=${id}`)
  await dialog.getByLabel('Refund number', { exact: true }).fill(number)
  await dialog.getByRole('button', { name: 'Mark refunded' }).click()
  await page.getByText('2 refunds recorded').waitFor()
}

/** Closes a night and cancels all bookings that this affects, with their refunds. @returns how many were cancelled */
export async function closeNight(
  staff: StaffBrowser,
  { campground, night, reason }: { campground: string; night: string; reason: string },
): Promise<number> {
  const { page, settled } = staff
  await go(staff, 'Closures')
  await page.getByRole('button', { name: 'Close nights' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Campground').selectOption({ label: campground })
  await dialog.getByLabel('First closed night').fill(night)
  await dialog.getByLabel('Last closed night').fill(night)
  await dialog.getByLabel('Reason').fill(reason)
  const told = await dialog.getByText(/^\d+ bookings? (?:is|are) affected\.$/).innerText()
  await dialog.getByRole('button', { name: 'Close these nights' }).click()
  await page.getByRole('heading', { level: 1, name: `Closure of ${campground}` }).waitFor()
  await settled()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: /^Cancel \d+ selected$/ }).click()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click()
  await page.getByText(/^\d+ bookings? cancelled$/).waitFor()
  await page.getByText('No bookings affected').waitFor()
  return Number.parseInt(told, 10)
}

/** Exports the takings of the month. @returns name and lines of the file */
export async function exportTakings(staff: StaffBrowser): Promise<{ name: string; lines: string[] }> {
  const { page } = staff
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Exports' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV: Daily takings' }).click()
  const download = await coming
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

/** Creates a webhook for one type of event, then describes it. @returns the secret that is shown once */
export async function createWebhook(
  staff: StaffBrowser,
  { url, eventType, description }: { url: string; eventType: string; description: string },
): Promise<string> {
  const { page } = staff
  await go(staff, 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel(eventType).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('heading', { name: 'Webhook secret' }).waitFor()
  const secret = await dialog.getByText(/^whsec_/).innerText()
  await dialog.press('Escape')
  await page.getByRole('button', { name: `Edit ${url}` }).click()
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Webhook saved').waitFor()
  return secret
}

/** Reads in the audit log what somebody did. @returns the actions and the persons that it names */
export async function readAudit(
  staff: StaffBrowser,
  person: string,
): Promise<{ actions: string[]; persons: string[] }> {
  const { page, settled } = staff
  await go(staff, 'Team')
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByRole('combobox', { name: 'Rows', exact: true }).selectOption('50')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Person' }).click()
  await Promise.all([
    page.waitForResponse(/audit-entries\?.*adminId=/),
    page.getByLabel('Person').selectOption({ label: person }),
  ])
  await settled()
  const table = page.getByRole('table', { name: 'Audit log' })
  const rows = await table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all()
  return {
    actions: await table.getByRole('rowheader').allInnerTexts(),
    persons: await Promise.all(rows.map(row => row.getByRole('cell').nth(1).innerText())),
  }
}
