import { CliError } from './cli-error.ts'
import { canInstall, findProgram, installPackage } from './installed-programs.ts'

/**
 * Finds Chromium on this machine, or installs it where that is possible.
 *
 * @returns path of the program
 * @throws {CliError} saying how to get it
 */
export async function findChromium(): Promise<string> {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const find = () => names.map(name => findProgram(name)).find(path => path !== undefined)
  const found = find()
  if (found !== undefined) return found
  if (canInstall()) await installPackage('chromium')
  const installed = find()
  if (installed !== undefined) return installed
  throw new CliError('This test needs the browser Chromium. Install the package chromium.')
}
