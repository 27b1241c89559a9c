import { z } from 'zod'

const text = z.string().min(1)
const quantity = z.string().regex(/^\d+(?:m|[KMG]i)?$/)
const metadata = z.strictObject({ name: text, namespace: text, labels: z.record(z.string(), text) })
const resources = z.strictObject({
  requests: z.strictObject({ cpu: quantity, memory: quantity }),
  limits: z.strictObject({ cpu: quantity, memory: quantity }),
})
const secretKey = z.strictObject({ name: text, key: text })
const resource = <Spec extends z.ZodType>(apiVersion: string, kind: string, spec: Spec) => ({
  [`${apiVersion}/${kind}`]: z.strictObject({
    apiVersion: z.literal(apiVersion),
    kind: z.literal(kind),
    metadata,
    spec,
  }),
})

const cluster = z.strictObject({
  instances: z.int().min(3),
  imageName: text,
  priorityClassName: text,
  inheritedMetadata: z.strictObject({ labels: z.record(z.string(), text) }),
  bootstrap: z.strictObject({ initdb: z.strictObject({ database: text, owner: text, encoding: text }) }),
  managed: z.strictObject({
    roles: z.array(
      z.strictObject({ name: text, ensure: z.literal('present'), login: z.boolean(), createrole: z.boolean() }),
    ),
  }),
  postgresql: z.strictObject({
    synchronous: z.strictObject({
      method: z.enum(['any', 'first']),
      number: z.int().min(1),
      dataDurability: z.literal('required'),
      failoverQuorum: z.literal(true),
    }),
    parameters: z.record(z.string(), z.string()),
  }),
  affinity: z.strictObject({
    enablePodAntiAffinity: z.literal(true),
    podAntiAffinityType: z.enum(['required', 'preferred']),
    topologyKey: text,
  }),
  resources,
  storage: z.strictObject({ size: quantity }),
  walStorage: z.strictObject({ size: quantity }),
  plugins: z.array(
    z.strictObject({
      name: text,
      isWALArchiver: z.boolean(),
      parameters: z.strictObject({ barmanObjectName: text }),
    }),
  ),
})

const objectStore = z.strictObject({
  retentionPolicy: z.string().regex(/^\d+[dwm]$/),
  configuration: z.strictObject({
    destinationPath: z.string().startsWith('s3://'),
    s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
    wal: z.strictObject({ compression: z.literal('gzip'), maxParallel: z.int() }),
    data: z.strictObject({ compression: z.literal('gzip') }),
  }),
  instanceSidecarConfiguration: z.strictObject({ resources }),
})

const scheduledBackup = z.strictObject({
  cluster: z.strictObject({ name: text }),
  // With seconds, unlike that of a CronJob.
  schedule: z.string().regex(/^(?:\S+ ){5}\S+$/),
  immediate: z.boolean(),
  backupOwnerReference: z.enum(['none', 'self', 'cluster']),
  method: z.literal('plugin'),
  pluginConfiguration: z.strictObject({ name: text }),
})

const rabbitmqCluster = z.strictObject({
  replicas: z.literal(3),
  image: text,
  persistence: z.strictObject({ storage: quantity }),
  resources,
  rabbitmq: z.strictObject({ additionalConfig: text, advancedConfig: text }),
  override: z.strictObject({ statefulSet: z.object({ spec: z.object({ template: z.object({}).loose() }) }) }),
})

const redis = z.strictObject({
  kubernetesConfig: z.strictObject({ image: text, imagePullPolicy: text, resources }),
  redisConfig: z.strictObject({ maxMemoryPercentOfLimit: z.int(), dynamicConfig: z.array(text) }),
  podSecurityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    fsGroup: z.int(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})

/**
 * What we write for operators whose schemas no package has, by API version and kind: exactly the fields that we use, compared by
 * hand with the custom resource definitions of CloudNativePG 1.30, its Barman Cloud plugin 0.14, the RabbitMQ Cluster Operator
 * 2.22 and the Redis operator 0.26. A misspelled field is refused; a new one must be added here.
 */
export const customResources: Readonly<Record<string, z.ZodType>> = {
  ...resource('postgresql.cnpg.io/v1', 'Cluster', cluster),
  ...resource('postgresql.cnpg.io/v1', 'ScheduledBackup', scheduledBackup),
  ...resource('barmancloud.cnpg.io/v1', 'ObjectStore', objectStore),
  ...resource('rabbitmq.com/v1beta1', 'RabbitmqCluster', rabbitmqCluster),
  ...resource('redis.redis.opstreelabs.in/v1beta2', 'Redis', redis),
}
