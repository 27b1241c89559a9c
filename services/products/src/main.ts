import { configOrExit } from '@campstore/core/config/load-config'
import { runProcess } from '@campstore/core/run-process'
import { catalogueMode, mockConfig, productsConfig } from './config.ts'
import { startMockProductsService } from './mock-service.ts'
import { startProductsService } from './service.ts'

if (configOrExit(catalogueMode).CATALOGUE_MODE === 'mock') {
  await runProcess('products', mockConfig, async (config, log) => startMockProductsService(config, log))
} else {
  await runProcess('products', productsConfig, startProductsService)
}
