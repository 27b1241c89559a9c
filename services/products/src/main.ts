import { configOrExit } from '@campstore/config/load-config'
import { runUntilStopped } from '@campstore/config/run'
import { createLogger } from '@campstore/telemetry/log'
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
