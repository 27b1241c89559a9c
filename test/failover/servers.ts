import type { RestartableServer } from '@campstore/testing/restartable-servers'
import type { StartDatabaseAndBroker } from '../random-faults/servers.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { startRabbitmqCluster } from './rabbitmq-cluster.ts'

/** Starts three nodes of RabbitMQ and three of PostgreSQL, whose leaders can be killed, frozen and cut off. */
export const startClusters: StartDatabaseAndBroker = async (home, logs) => {
  const [postgres, rabbitmq] = await Promise.all([startPostgresCluster(home, logs), startRabbitmqCluster(home, logs)])
  return {
    adminUrl: postgres.adminUrl,
    otherUrl: postgres.otherUrl,
    rabbitmqUrl: rabbitmq.url,
    managementUrl: rabbitmq.managementUrl,
    PostgreSQL: neverStopped(postgres),
    RabbitMQ: neverStopped(rabbitmq),
    deadlocks: postgres.deadlocks,
  }
}

/** A cluster as faults see it. A leader that is stopped hands over first, so that is neither a loss nor a fault here. */
const neverStopped = <Cluster extends Omit<RestartableServer, 'stop'>>(cluster: Cluster) => ({
  ...cluster,
  stop: (): Promise<void> =>
    Promise.reject(new Error('The leader of a cluster is killed, frozen or cut off, and never stopped')),
})
