import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstall } from '@campstore/local-servers/installed-programs'
import { trackTemporaryDirectory } from '@campstore/local-servers/processes'
import { bundlesVariable } from '@campstore/testing/processes'
import { bundleProcesses } from '../../tools/bundle.ts'
import { localDirectory } from '../../tools/command.ts'

/** Installs the programs that tests of the whole system use, and bundles the processes: these tests run the files that the image has. */
export default async function prepareSystemTests(): Promise<void> {
  await installPrograms()
  const folder = mkdtempSync(join(localDirectory, 'bundles-'))
  trackTemporaryDirectory(folder)
  await bundleProcesses(folder)
  process.env[bundlesVariable] = folder
}

/** An installation takes longer than a test waits. A program that cannot be had is for its test to say. */
async function installPrograms(): Promise<void> {
  for (const name of ['chromium-headless-shell', 'pgbouncer']) await findOrInstall(name)
  await findOrInstall('promtool', [], 'prometheus')
  await findOrInstall('pika', ['/usr/lib/python3/dist-packages'], 'python3-pika')
}
