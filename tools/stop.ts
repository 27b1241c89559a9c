import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { stopSystem } from './system/stop-system.ts'

if (import.meta.main) {
  await runCommand(args => {
    parseCommandLine('stop', args, {})
    return stopSystem(localDirectory)
  })
}
