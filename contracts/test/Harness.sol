// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TuneBalance} from "../src/TuneBalance.sol";
import {TuneBook} from "../src/TuneBook.sol";
import {TuneDesk} from "../src/TuneDesk.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {TuneFactory} from "../src/TuneFactory.sol";

/// @dev What the last call used; in an isolated test, as a transaction of its own.
struct Gas {
    uint64 limit;
    uint64 used;
    uint64 memoryUsed;
    int64 refunded;
    uint64 remaining;
}

/// @dev The cheat codes of forge that these tests use.
interface Vm {
    function prank(address sender) external;
    function warp(uint256 timestamp) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function expectEmit() external;
    function assume(bool condition) external pure;
    function lastCallGas() external view returns (Gas memory);
}

/// @title What every test needs: the contracts as they are deployed, and a few assertions.
abstract contract Harness {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant RECEIVER = address(0xFEE);
    bytes16 internal constant PROJECT = bytes16(uint128(42));

    TuneDesk internal desk;
    TuneBalance internal balance;
    TuneBook internal book;
    TuneFactory internal factory;
    TuneEdition internal edition;

    function setUp() public virtual {
        desk = new TuneDesk(address(this));
        balance = new TuneBalance(address(desk));
        book = new TuneBook(address(desk));
        factory = new TuneFactory(address(desk));
        vm.prank(address(desk));
        edition = TuneEdition(factory.create(PROJECT, facts(10)));
    }

    function facts(uint32 supply) internal pure returns (TuneFactory.Facts memory) {
        return TuneFactory.Facts(supply, RECEIVER, unicode"Maré Cheia", "TUNE", "ipfs://base", "ipfs://contract");
    }

    /// @dev One call, packed as `TuneDesk.perform` takes it.
    function packedCall(address target, bytes memory data) internal pure returns (bytes memory) {
        return abi.encodePacked(target, uint32(data.length), data);
    }

    /// @dev One operation, packed as `TuneDesk.run` takes it.
    function packedOperation(uint64 id, bytes memory calls) internal pure returns (bytes memory) {
        return abi.encodePacked(id, uint32(calls.length), calls);
    }

    function assertEq(uint256 a, uint256 b) internal pure {
        require(a == b, "numbers differ");
    }

    function assertEq(address a, address b) internal pure {
        require(a == b, "addresses differ");
    }

    function assertEq(string memory a, string memory b) internal pure {
        require(keccak256(bytes(a)) == keccak256(bytes(b)), "texts differ");
    }
}
