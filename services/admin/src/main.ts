import { configOrExit } from '@campstore/config/load-config'
import { runUntilStopped } from '@campstore/config/run'
import { createLogger } from '@campstore/telemetry/log'
import { adminConfig } from './config.ts'
import { startAdminService } from './service.ts'

const config = configOrExit(adminConfig)
const log = createLogger('admin', config.LOG_LEVEL)
await runUntilStopped(log, () => startAdminService(config, log))
