import { configOrExit } from '@campstore/config/load-config'
import { runUntilStopped } from '@campstore/config/run'
import { createLogger } from '@campstore/telemetry/log'
import { meConfig } from './config.ts'
import { startMeService } from './service.ts'

const config = configOrExit(meConfig)
const log = createLogger('me', config.LOG_LEVEL)
await runUntilStopped(log, () => startMeService(config, log))
