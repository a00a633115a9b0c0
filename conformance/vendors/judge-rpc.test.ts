/** The judge of what is said to a chain's node. What the product says is judged wherever tests start a node. */
import { expect, test } from 'vitest'
import { rpcFaultsOf } from './judge-rpc.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = `0x${'cd'.repeat(20)}`
const says = (method: string, params: unknown[], answer: object, call: object = {}) => ({
  asked: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...call }),
  answered: JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }),
})
const receipt = {
  type: '0x2',
  status: '0x1',
  transactionHash: HASH,
  transactionIndex: '0x0',
  blockHash: HASH,
  blockNumber: '0x5',
  from: ADDRESS,
  to: ADDRESS,
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x3b9aca00',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
}

test('what fits is well, several calls in one request among it', () => {
  const several = {
    asked: JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'eth_call', params: [{ to: ADDRESS, data: '0x00' }, 'latest'] },
    ]),
    // In any order.
    answered: JSON.stringify([
      { jsonrpc: '2.0', id: 2, error: { code: 3, message: 'execution reverted', data: '0x' } },
      { jsonrpc: '2.0', id: 1, result: '0x13882' },
    ]),
  }
  const said = [
    several,
    says('eth_getTransactionReceipt', [HASH], { result: receipt }),
    says('eth_getTransactionReceipt', [HASH], { result: null }),
    says('anvil_mine', [], { result: null }),
  ]
  expect(rpcFaultsOf(said)).toEqual([])
})

test.each([
  ['a call that we do not know', says('eth_accounts', [], { result: [] })],
  ['a block by a number in decimals', says('eth_getBlockByNumber', ['5', false], { result: null })],
  ['a missing parameter', says('eth_getBlockByNumber', ['latest'], { result: null })],
  ['a nonce with leading zeroes', says('eth_getTransactionCount', [ADDRESS, 'latest'], { result: '0x05' })],
  ['a hash that is cut', says('eth_sendRawTransaction', ['0x02'], { result: '0xabab' })],
  [
    'a receipt without its block',
    says('eth_getTransactionReceipt', [HASH], { result: { ...receipt, blockHash: undefined } }),
  ],
  [
    'a receipt with what no receipt has',
    says('eth_getTransactionReceipt', [HASH], { result: { ...receipt, confirmations: 3 } }),
  ],
  ['an error without its code', says('eth_chainId', [], { error: { message: 'no' } })],
  ['the answer to another call', says('eth_chainId', [], { result: '0x1', id: 2 })],
  ['another version', says('eth_chainId', [], { result: '0x1' }, { jsonrpc: '1.0' })],
])('%s is told', (_name, said) => {
  expect(rpcFaultsOf([said])).not.toEqual([])
})
