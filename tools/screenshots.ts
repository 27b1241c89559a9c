import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '@campstore/local-servers/identity'
import { type Browser, openBrowser, type Page } from '@campstore/testing/browser'
import { parseCommandLine, projectDirectory, runCommand } from './command.ts'

/** Where docs/console.md shows them from. */
const folder = join(projectDirectory, 'docs', 'images', 'console')

type Look = { width: number; height: number; colorScheme: 'light' | 'dark'; locale: 'en' | 'zh-TW' }

const desk: Look = { width: 1440, height: 900, colorScheme: 'light', locale: 'en' }
const phone: Look = { width: 360, height: 740, colorScheme: 'dark', locale: 'zh-TW' }

/** The pictures by their names: an address below /staff, and how it is looked at. */
const pictures: [string, string, Look][] = [
  ['today', '/', desk],
  ['arrivals', '/arrivals', desk],
  ['bookings', '/bookings', desk],
  ['calendar', '/calendar', desk],
  ['closures', '/closures', desk],
  ['packing', '/packing', desk],
  ['orders', '/orders', desk],
  ['stock', '/stock', desk],
  ['products', '/products', desk],
  ['coupons', '/coupons', desk],
  ['customers', '/customers?sort=totalSpent%2Cdesc', desk],
  ['money', '/money?tab=takings', { ...desk, colorScheme: 'dark' }],
  ['team', '/team?tab=audit', desk],
  ['phone-today', '/', phone],
  ['phone-arrivals', '/arrivals', phone],
  ['phone-calendar', '/calendar', { ...phone, colorScheme: 'light', locale: 'en' }],
]

/** All data and visible images are loaded. */
const isComplete = `document.querySelector('.shell h1') && !document.querySelector('.loading') &&
  [...document.images].every(({ complete, y }) => complete || y > innerHeight)`

async function signIn(browser: Browser, staff: string, { width, height, ...look }: Look): Promise<Page> {
  // The page's policy forbids evaluating a condition in the page.
  const page = await browser.newPage({ viewport: { width, height }, bypassCSP: true, ...look })
  await page.goto(staff)
  await page.locator('[type=email]').fill('admin@campstore.test')
  await page.locator('[type=password]').fill(demoPassword)
  await page.locator('[type=submit]').click()
  await page.locator('.shell').waitFor()
  return page
}

/** Takes the pictures of docs/console.md from the demonstration data of the system that runs. */
async function takePictures(gateway: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  let bytes = 0
  try {
    const staff = `${gateway}/staff`
    for (const [name, path, look] of pictures) {
      const page = await signIn(browser, staff, look)
      await page.goto(staff + path, { waitUntil: 'networkidle' })
      await page.waitForFunction(isComplete)
      const developerTools = await page.context().newCDPSession(page)
      const { data } = await developerTools.send('Page.captureScreenshot', { format: 'webp', quality: 72 })
      const picture = Buffer.from(data, 'base64')
      writeFileSync(join(folder, `${name}.webp`), picture)
      bytes += picture.length
      await page.close()
    }
  } finally {
    await browser.close()
  }
  return `${pictures.length} pictures in docs/images/console, ${Math.round(bytes / 1000)} kB`
}

await runCommand(async (args, environment) => {
  parseCommandLine('screenshots', args, {})
  return takePictures(`http://127.0.0.1:${environment.PORT || 8080}`)
})
