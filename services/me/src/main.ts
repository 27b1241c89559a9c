import { runProcess } from '@campstore/core/run-process'
import { meConfig } from './config.ts'
import { startMeService } from './service.ts'

await runProcess('me', meConfig, startMeService)
