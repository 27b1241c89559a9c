import { CliError } from '@campstore/local-servers/cli-error'
import { findOrInstall } from '@campstore/local-servers/installed-programs'
import { type Browser, chromium } from 'playwright-core'

export type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'

/** Chromium without windows, which takes much less processor time; Debian has it from release 12. */
const headlessShell = 'chromium-headless-shell'

/**
 * Opens a headless browser; its first use on a machine may install it, which takes minutes.
 *
 * @throws {CliError} when Chromium is neither installed nor can be
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = (await findOrInstall(headlessShell)) ?? (await findOrInstall('chromium'))
  if (executablePath === undefined)
    throw new CliError('This test needs the browser Chromium. Install the package chromium.')
  // The sandbox needs rights that containers do not give, and root has none without it. Pages of tests are our own.
  // A test leaves a page before further optimisation of its code pays off.
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--max-opt=2'],
  })
}
