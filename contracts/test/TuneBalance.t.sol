// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OnlyDesk} from "../src/OnlyDesk.sol";
import {Harness} from "./Harness.sol";

contract TuneBalanceTest is Harness {
    address private constant ANA = address(0xA);
    address private constant BIA = address(0xB);

    function testFuzzMoneyComesMovesAndGoes(uint96 came, uint96 moved, uint96 went) public {
        vm.assume(moved <= came && went <= moved);
        vm.prank(address(desk));
        balance.credit(ANA, came);
        vm.prank(address(desk));
        balance.move(ANA, BIA, moved);
        vm.prank(address(desk));
        balance.debit(BIA, went);
        assertEq(balance.balanceOf(ANA), came - moved);
        assertEq(balance.balanceOf(BIA), moved - went);
        assertEq(balance.totalSupply(), came - went);
    }

    function testNobodySpendsWhatIsNotThere() public {
        vm.prank(address(desk));
        vm.expectRevert();
        balance.debit(ANA, 1);
        vm.prank(address(desk));
        vm.expectRevert();
        balance.move(ANA, BIA, 1);
    }

    function testFuzzNobodyElseMovesMoney(address caller) public {
        vm.assume(caller != address(desk));
        vm.prank(address(desk));
        balance.credit(ANA, 10);
        bytes4 refusal = OnlyDesk.NotTheDesk.selector;
        vm.prank(caller);
        vm.expectRevert(refusal);
        balance.credit(caller, 1);
        vm.prank(caller);
        vm.expectRevert(refusal);
        balance.debit(ANA, 1);
        vm.prank(caller);
        vm.expectRevert(refusal);
        balance.move(ANA, caller, 1);
        vm.prank(ANA);
        vm.expectRevert(refusal);
        balance.transfer(caller, 1);
        vm.prank(ANA);
        vm.expectRevert(refusal);
        balance.approve(caller, 1);
    }

    function testAWholeTokenIsOneReal() public view {
        assertEq(balance.decimals(), 2);
        assertEq(balance.symbol(), "TBRL");
    }
}
