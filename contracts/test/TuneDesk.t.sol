// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "solady/tokens/ERC20.sol";
import {TuneDesk} from "../src/TuneDesk.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {Harness} from "./Harness.sol";

contract TuneDeskTest is Harness {
    address private constant ANA = address(0xA);

    function operation(uint64 id, address target, bytes memory data) private pure returns (bytes memory) {
        return packedOperation(id, packedCall(target, data));
    }

    function credit(uint256 centavos) private view returns (bytes memory) {
        return packedCall(address(balance), abi.encodeCall(balance.credit, (ANA, centavos)));
    }

    function debit(uint256 centavos) private view returns (bytes memory) {
        return packedCall(address(balance), abi.encodeCall(balance.debit, (ANA, centavos)));
    }

    function testARefusedOperationKeepsNoOtherFromHappening() public {
        vm.expectEmit();
        emit TuneDesk.Refused(2, abi.encodeWithSelector(TuneEdition.NoSuchUnit.selector, 99));
        desk.run(
            abi.encodePacked(
                packedOperation(1, credit(100)),
                operation(2, address(edition), abi.encodeCall(edition.assign, (ANA, 99, 1))),
                packedOperation(3, credit(11))
            )
        );
        assertEq(balance.balanceOf(ANA), 111);
    }

    function testARefusedOperationOfManyCallsKeepsNoOtherFromHappening() public {
        vm.expectEmit();
        emit TuneDesk.Refused(2, abi.encodeWithSelector(ERC20.InsufficientBalance.selector));
        desk.run(
            abi.encodePacked(
                packedOperation(1, credit(100)),
                packedOperation(2, abi.encodePacked(credit(5), debit(106))),
                packedOperation(3, abi.encodePacked(credit(11), debit(1)))
            )
        );
        assertEq(balance.balanceOf(ANA), 110);
    }

    function testCallsOfOneOperationHappenTogetherOrNotAtAll() public {
        desk.run(packedOperation(1, abi.encodePacked(credit(100), debit(101))));
        assertEq(balance.balanceOf(ANA), 0);
    }

    function testOperationsHappenInTheirOrder() public {
        desk.run(abi.encodePacked(packedOperation(1, credit(100)), packedOperation(2, debit(100))));
        assertEq(balance.balanceOf(ANA), 0);
        vm.expectEmit();
        emit TuneDesk.Refused(3, abi.encodeWithSelector(ERC20.InsufficientBalance.selector));
        desk.run(abi.encodePacked(packedOperation(3, debit(100)), packedOperation(4, credit(100))));
        assertEq(balance.balanceOf(ANA), 100);
    }

    function testACallToNowhereIsRefused() public {
        vm.expectEmit();
        emit TuneDesk.Refused(7, abi.encodeWithSelector(TuneDesk.NoContract.selector, ANA));
        vm.expectEmit();
        emit TuneDesk.Refused(8, abi.encodeWithSelector(TuneDesk.NoContract.selector, ANA));
        desk.run(
            abi.encodePacked(
                operation(7, ANA, ""), packedOperation(8, abi.encodePacked(credit(1), packedCall(ANA, "")))
            )
        );
        assertEq(balance.balanceOf(ANA), 0);
    }

    function testFuzzEveryOperationOfABatchIsCarriedOut(uint64 id, uint32[] calldata amounts, bool together) public {
        vm.assume(amounts.length < 50);
        bytes memory list;
        uint256 total;
        for (uint256 i; i < amounts.length; ++i) {
            list = abi.encodePacked(list, together ? credit(amounts[i]) : packedOperation(id, credit(amounts[i])));
            total += amounts[i];
        }
        desk.run(together ? packedOperation(id, list) : list);
        assertEq(balance.balanceOf(ANA), total);
    }

    function testFuzzACutBatchIsRefusedWhole(uint256 cut) public {
        bytes memory batch = abi.encodePacked(packedOperation(1, credit(5)), packedOperation(2, credit(6)));
        vm.assume(cut > 0 && cut < batch.length && cut != packedOperation(1, credit(5)).length);
        assembly ("memory-safe") {
            mstore(batch, cut)
        }
        vm.expectRevert(TuneDesk.Malformed.selector);
        desk.run(batch);
    }

    function testACutOperationIsRefused() public {
        bytes memory calls = abi.encodePacked(credit(5), credit(6));
        assembly ("memory-safe") {
            mstore(calls, sub(mload(calls), 1))
        }
        vm.expectEmit();
        emit TuneDesk.Refused(1, abi.encodeWithSelector(TuneDesk.Malformed.selector));
        desk.run(packedOperation(1, calls));
        assertEq(balance.balanceOf(ANA), 0);
    }

    function testFuzzOnlyTheOwnerHandsIn(address caller) public {
        vm.assume(caller != address(this));
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.run("");
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.changeOwner(caller);
    }

    function testFuzzPerformIsTheDesksOwn(address caller) public {
        vm.assume(caller != address(desk));
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.perform("");
    }

    function testTheDeskCanBeHandedOver() public {
        desk.changeOwner(ANA);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.run("");
        vm.prank(ANA);
        desk.run("");
    }
}
