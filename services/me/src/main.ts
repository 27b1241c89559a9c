import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { meConfig } from './config.ts'
import { startMeService } from './service.ts'

const config = configOrExit(meConfig)
const log = createLogger('me', config.LOG_LEVEL)
await runUntilStopped(log, () => startMeService(config, log))
