import { type Browser, openBrowser } from '@campstore/testing/browser'
import { buildConsole } from '../../build-console.ts'
import type { Bench } from '../context.ts'
import { table } from '../report.ts'
import { startNodeServer } from '../servers/node-server.ts'

/** A slow phone, as the developer tools of Chromium have it: a processor four times slower, and "slow 4G". */
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slowdown = 4
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

const goals = { kilobytes: 250, seconds: 1.5 }
const visits = 5
/** How long the page must have loaded nothing before a visit ends, in milliseconds. */
const quietMs = 1_000

type Visit = { largestPaintMs: number; kilobytesUntilThen: number; kilobytes: number }

/** Measures a first visit of the console on a slow phone: nothing is cached, and nobody has signed in. */
export async function benchConsole(bench: Bench): Promise<void> {
  const { log, report } = bench
  await buildConsole()
  const gateway = await startNodeServer(bench, {
    name: 'gateway',
    main: 'gateway/src/main.ts',
    readyPath: '/health/live',
    // Whether the emulator runs does not matter before somebody signs in.
    environment: { DOCS_IDENTITY_EMULATOR: '127.0.0.1:9099' },
  })
  const browser = await openBrowser()
  const measured: Visit[] = []
  for (let turn = 0; turn < visits; turn++) {
    const visit = await visitOnce(browser, `${gateway.url}/staff`)
    log(`largest paint after ${visit.largestPaintMs.toFixed(0)} ms, ${visit.kilobytesUntilThen.toFixed(0)} kB`)
    measured.push(visit)
  }
  await browser.close()
  const median = (of: (visit: Visit) => number) =>
    measured.map(of).toSorted((one, other) => one - other)[Math.floor(measured.length / 2)] ?? Number.NaN
  report.environment(
    `Medians of ${measured.length} first visits: processor ${slowdown} times slower, 1.6 Mbit/s down, 750 kbit/s up, 150 ms.`,
  )
  report.atMost('largest paint of the first page', goals.seconds, median(visit => visit.largestPaintMs) / 1000, ' s')
  const shown = median(visit => visit.kilobytesUntilThen)
  report.atMost('compressed, until the first page is shown', goals.kilobytes, shown, ' kB')
  const rows = [
    ['all, with what is loaded while somebody signs in', `${median(visit => visit.kilobytes).toFixed(0)} kB`],
  ]
  report.text(`## Besides\n\n${table(['what', 'compressed'], rows)}`)
}

async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const developerTools = await context.newCDPSession(page)
  const loaded: { at: number; bytes: number }[] = []
  developerTools.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) =>
    loaded.push({ at: timestamp * 1000, bytes: encodedDataLength }),
  )
  let began = Number.POSITIVE_INFINITY
  developerTools.on('Network.requestWillBeSent', ({ timestamp }) => {
    began = Math.min(began, timestamp * 1000)
  })
  await developerTools.send('Network.enable')
  await developerTools.send('Network.emulateNetworkConditions', network)
  await developerTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button').first().waitFor()
  await page.waitForTimeout(quietMs)
  const largestPaintMs = await page.evaluate<number>(`new Promise(resolve => {
    const observer = new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
  await context.close()
  const kilobytesOf = (some: typeof loaded) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const until = loaded.filter(({ at }) => at - began <= largestPaintMs)
  return { largestPaintMs, kilobytesUntilThen: kilobytesOf(until), kilobytes: kilobytesOf(loaded) }
}
