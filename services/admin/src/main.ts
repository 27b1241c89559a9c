import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { adminConfig } from './config.ts'
import { startAdminService } from './service.ts'

const config = configOrExit(adminConfig)
const log = createLogger('admin', config.LOG_LEVEL)
await runUntilStopped(log, () => startAdminService(config, log))
