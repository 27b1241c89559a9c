import { runProcess } from '@campstore/core/run-process'
import { adminConfig } from './config.ts'
import { startAdminService } from './service.ts'

await runProcess('admin', adminConfig, startAdminService)
