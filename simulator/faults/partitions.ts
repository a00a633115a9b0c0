/**
 * The network between the hosts of a cluster fails: what they send is lost, and nobody is told. The whole run has a network of
 * its own, a namespace of Linux, whose firewall knows a host by the group under which its processes run.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST_GROUPS } from '../../scripts/cluster/databases.ts'
import { clusterPorts } from '../../scripts/cluster/ports.ts'
import { CLUSTER_ENGINES, ensureEngine, needEngines } from '../../scripts/engines.ts'
import type { World } from '../../scripts/start-world.ts'
import { type Dose, replaceablePrimary } from './dose.ts'

/** Longer than a successor needs. */
const CUT_MS = 20_000
const MOVED = 'FAULTS_OWN_NETWORK'

/** True once this program runs in a network of its own; begins it anew in one where that can be had: as root on Linux. */
export function hasOwnNetwork(): boolean {
  if (process.env[MOVED]) return true
  const [nft, ip] = [ensureEngine('nft'), ensureEngine('ip')]
  if (!nft || !ip || spawnSync('unshare', ['--net', 'true']).status !== 0) return false
  // Nothing can be fetched from there.
  needEngines(CLUSTER_ENGINES)
  const begin = `${ip} link set lo up && exec "$@"`
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.('/usr/bin/unshare', ['unshare', '--net', 'sh', '-c', begin, 'sh', ...again], {
    ...process.env,
    [MOVED]: 'yes',
  })
  return false
}

/** Has the firewall mark each connection between a database's host and another: with 1 those of the first, with 2 of the second. */
export function markHosts(port: number): void {
  const rules = HOST_GROUPS.flatMap((group, index) => {
    const mark = `ct mark set ct mark or ${1 << index}`
    const own = `{ ${ownPorts(port, index).join(', ')} }`
    return [
      `ct direction original meta skgid ${group} tcp dport != ${own} ${mark}`,
      `ct direction original meta skgid != ${group} tcp dport ${own} ${mark}`,
    ]
  })
  filter(`table inet hosts {
    chain seen { type filter hook output priority mangle; ${rules.join('; ')}; }
    chain lost { type filter hook output priority filter; }
  }`)
}

const ownPorts = (port: number, index: number) => {
  const { patroni, databases } = clusterPorts(port)
  return [patroni[index], databases[index]]
}

const filter = (rules: string) => {
  const { status, stderr } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' })
  if (status !== 0) throw new Error(`nft: ${stderr}`)
}

/** Loses what `lost` says, in the words of nft, of the connections of the primary's host. */
const cut = (name: string, lost: (world: World, primary: number) => string[]): Dose => ({
  name,
  async give(world) {
    const primary = await replaceablePrimary(world)
    if (primary === null) return
    filter(
      lost(world, primary)
        .map((which) => `add rule inet hosts lost ct mark and ${1 << primary} != 0 ${which} drop`)
        .join('\n'),
    )
    await sleep(CUT_MS)
    filter('flush chain inet hosts lost')
  },
})

/** Only for a run with a network of its own. */
export const PARTITIONS: readonly Dose[] = [
  cut('cut the primary’s host off', () => ['']),
  // Clients still reach it, and nobody else does.
  cut('cut the primary off from etcd and from its replica', ({ port }, primary) => {
    const { etcd } = clusterPorts(port)
    const others = [...etcd, ...ownPorts(port, 1 - primary)].join(', ')
    return [`meta l4proto tcp ct original proto-dst { ${others} }`, 'ct mark and 3 == 3']
  }),
]
