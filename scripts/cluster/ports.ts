/** Where everything listens, counted from the product's port; the first five are those of `npm start`. */
import { portsFrom } from '../surroundings.ts'

const upFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

export type ClusterPorts = ReturnType<typeof clusterPorts>

export function clusterPorts(product: number) {
  return {
    ...portsFrom(product),
    replica: product + 5,
    pool: product + 6,
    web: upFrom(product + 10, 2),
    realtime: upFrom(product + 12, 2),
    nats: upFrom(product + 20, 3),
    natsRoutes: upFrom(product + 23, 3),
    etcd: upFrom(product + 30, 3),
    etcdPeers: upFrom(product + 33, 3),
    patroni: upFrom(product + 40, 2),
    databases: upFrom(product + 42, 2),
  }
}

/** Each by a name that an error message can use. */
export function named(ports: ClusterPorts): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) =>
      typeof port === 'number' ? [[name, port]] : port.map((one, index) => [`${name} ${index + 1}`, one]),
    ),
  )
}
