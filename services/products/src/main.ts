import { configOrExit } from '@campstore/core/config/load-config'
import { runUntilStopped } from '@campstore/core/run-until-stopped'
import { createLogger } from '@campstore/core/telemetry/log'
import { catalogueMode, mockConfig, productsConfig } from './config.ts'
import { startMockProductsService } from './mock-service.ts'
import { startProductsService } from './service.ts'

if (configOrExit(catalogueMode).CATALOGUE_MODE === 'mock') {
  const config = configOrExit(mockConfig)
  const log = createLogger('products', config.LOG_LEVEL)
  await runUntilStopped(log, async () => startMockProductsService(config, log))
} else {
  const config = configOrExit(productsConfig)
  const log = createLogger('products', config.LOG_LEVEL)
  await runUntilStopped(log, () => startProductsService(config, log))
}
