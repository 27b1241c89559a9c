import { findChromium } from '@campstore/local-servers/chromium'
import { type Browser, chromium } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

/** Opens a headless browser; its first use on a machine may install it, which takes minutes. */
export async function openBrowser(): Promise<Browser> {
  // The sandbox needs rights that containers do not give, and root has none without it. Pages of tests are our own.
  return chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
