// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TuneDesk} from "../src/TuneDesk.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {Harness} from "./Harness.sol";

contract TuneDeskTest is Harness {
    address private constant ANA = address(0xA);

    function operation(uint256 id, address target, bytes memory data)
        private
        pure
        returns (TuneDesk.Operation memory)
    {
        TuneDesk.Call[] memory calls = new TuneDesk.Call[](1);
        calls[0] = TuneDesk.Call(target, data);
        return TuneDesk.Operation(id, calls);
    }

    function testARefusedOperationKeepsNoOtherFromHappening() public {
        TuneDesk.Operation[] memory batch = new TuneDesk.Operation[](3);
        batch[0] = operation(1, address(balance), abi.encodeCall(balance.credit, (ANA, 100)));
        batch[1] = operation(2, address(edition), abi.encodeCall(edition.assign, (ANA, 99, 1)));
        batch[2] = operation(3, address(balance), abi.encodeCall(balance.credit, (ANA, 11)));
        vm.expectEmit();
        emit TuneDesk.Refused(2, abi.encodeWithSelector(TuneEdition.NoSuchUnit.selector, 99));
        desk.run(batch);
        assertEq(balance.balanceOf(ANA), 111);
    }

    function testCallsOfOneOperationHappenTogetherOrNotAtAll() public {
        TuneDesk.Operation[] memory batch = new TuneDesk.Operation[](1);
        TuneDesk.Call[] memory calls = new TuneDesk.Call[](2);
        calls[0] = TuneDesk.Call(address(balance), abi.encodeCall(balance.credit, (ANA, 100)));
        calls[1] = TuneDesk.Call(address(balance), abi.encodeCall(balance.debit, (ANA, 101)));
        batch[0] = TuneDesk.Operation(1, calls);
        desk.run(batch);
        assertEq(balance.balanceOf(ANA), 0);
    }

    function testACallToNowhereIsRefused() public {
        TuneDesk.Operation[] memory batch = new TuneDesk.Operation[](1);
        batch[0] = operation(7, ANA, "");
        vm.expectEmit();
        emit TuneDesk.Refused(7, abi.encodeWithSelector(TuneDesk.NoContract.selector, ANA));
        desk.run(batch);
    }

    function testFuzzOnlyTheOwnerHandsIn(address caller) public {
        vm.assume(caller != address(this));
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.run(new TuneDesk.Operation[](0));
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.changeOwner(caller);
    }

    function testFuzzPerformIsTheDesksOwn(address caller) public {
        vm.assume(caller != address(desk));
        vm.prank(caller);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.perform(new TuneDesk.Call[](0));
    }

    function testTheDeskCanBeHandedOver() public {
        desk.changeOwner(ANA);
        vm.expectRevert(TuneDesk.NotAllowed.selector);
        desk.run(new TuneDesk.Operation[](0));
        vm.prank(ANA);
        desk.run(new TuneDesk.Operation[](0));
    }
}
